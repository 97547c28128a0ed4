import { can } from '#core/access/can.ts'
import { refusal } from '#core/access/refusal.ts'
import type { Principal } from '#core/access/principal.ts'
import type { Context } from '../../context.ts'
import type { Row } from '../../db/tables.ts'
import { readsTables } from '../chart-data/prepare/check-fragments.ts'
import { subjectFor } from '../database/catalog.ts'
import { engineFor } from '../database/connection/connection.ts'
import { parseUri } from '../database/connection/uri.ts'
import { requireSource, type Source } from './read-columns.ts'

/** The parts of a dataset with SQL expressions: calculated columns, metrics, and the predicate for filter values. */
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
  /** The new source of the dataset, if it changes. */
  source: Source | null
  /** Expressions that the dataset already has. */
  known: readonly string[]
  expressions: readonly string[]
}

/**
 * Checks that the writer may define a dataset this way, because its readers run the definitions with the dataset's rights.
 * Like SQL, an expression that reads other tables requires access to the whole database.
 * @throws AppError 403
 */
export const requireDefinitionRights = async (
  { ctx, principal }: { ctx: Pick<Context, 'sql'>; principal: Principal },
  { database, source, known, expressions }: Change,
): Promise<void> => {
  const subject = subjectFor(database)
  if (source) requireSource(principal, database, source)
  const decision = can(principal, 'query', subject)
  if (decision.allowed) return
  const { dialect } = engineFor(parseUri(database.sqlalchemy_uri))
  for (const text of expressions) {
    if ((source || !known.includes(text)) && (await readsTables(ctx.sql, text, dialect))) throw refusal(decision)
  }
}
