import { can } from '#core/access/can.ts'
import { refusal } from '#core/access/refusal.ts'
import type { Principal } from '#core/access/principal.ts'
import type { Context } from '../../context.ts'
import type { Row } from '../../db/tables.ts'
import { readsTables } from '../chart-data/prepare/checked.ts'
import { subjectFor } from '../database/catalog.ts'
import { engineFor } from '../database/connection/connection.ts'
import { parseUri } from '../database/connection/uri.ts'
import { demandSource, type Source } from './look-up.ts'

/** What of a dataset holds SQL beside its own: calculated columns, metrics, and the predicate of its choices. */
type Definitions = {
  columns?: readonly { expression?: string | null | undefined }[] | undefined
  metrics?: readonly { expression?: string | null | undefined }[] | undefined
  predicate?: string | null | undefined
}

export const expressionsOf = ({ columns = [], metrics = [], predicate }: Definitions): string[] => [
  ...new Set([...columns, ...metrics].flatMap(({ expression }) => expression || []).concat(predicate || [])),
]

type Change = {
  database: Row<'databases'>
  /** The source that the dataset gets, when it gets another. */
  source: Source | null
  /** Expressions that the dataset has already. */
  known: readonly string[]
  expressions: readonly string[]
}

/**
 * Asks for the rights that a dataset's new definitions need of whoever writes them: readers run them with the rights of the dataset.
 * An expression that looks into other tables needs the whole database, as SQL does.
 * @throws AppError 403
 */
export const demandDefinitions = async (
  { ctx, principal }: { ctx: Pick<Context, 'sql'>; principal: Principal },
  { database, source, known, expressions }: Change,
): Promise<void> => {
  const subject = subjectFor(database)
  if (source) demandSource(principal, database, source)
  const decision = can(principal, 'query', subject)
  if (decision.allowed) return
  const { dialect } = engineFor(parseUri(database.sqlalchemy_uri))
  for (const text of expressions) {
    if ((source || !known.includes(text)) && (await readsTables(ctx.sql, text, dialect))) throw refusal(decision)
  }
}
