import { AppError, MessageError } from '#core/errors.ts'
import { t } from '#core/i18n/t.ts'
import type { QueryObject } from '#core/query/query-object.ts'
import { EngineError } from '#engines/host/client.ts'
import type { ConnectionSpec, Fetch } from '#engines/host/protocol.ts'
import type { Context } from '../../../context.ts'
import type { Source } from '../source.ts'
import { cannotApplyError } from './limit-rows.ts'
import { prepareQuery, type PrepareContext, type Prepared, type PrepareInput } from './prepare.ts'
import { databaseRules } from './rules.ts'

const count = { columns: [], metrics: [{ expressionType: 'SQL', sqlExpression: 'COUNT(*)', label: 'count' }] } as unknown as QueryObject

type Viewer = Pick<PrepareInput, 'principal' | 'rules'>

const isLimited = async (
  ctx: PrepareContext,
  { subject, dataset, connection, dialect }: Source,
  { principal, rules }: Viewer,
): Promise<boolean> =>
  rules.length > 0 ||
  (await databaseRules(ctx, principal, {
    databaseId: subject.database.id,
    catalog: dataset.catalog,
    schema: dataset.schema,
    connection,
    dialect,
  })) !== null

type Written = { sql: string; fetches: readonly Fetch[] }
type Statement = Written & { connection: ConnectionSpec; catalog: string | null; schema: string | null }

/** Whether the engine knows everything that a statement names; it is not run. */
export const canBeBound = ({ host }: Pick<Context, 'host'>, statement: Statement): Promise<boolean> =>
  host.run({ kind: 'describe', ...statement }).then(
    () => true,
    () => false,
  )

/** Whether rows of the dataset can be read at all under the viewer's rules: they render, parse, and the engine knows what they name. */
const canBeApplied = async (ctx: PrepareContext, source: Source, viewer: Viewer): Promise<boolean> => {
  try {
    const { compiled, fetches } = await prepareQuery(ctx, source, { ...viewer, query: count, resultType: 'full', xAxis: undefined })
    return await canBeBound(ctx, statementOf(source, { sql: compiled.sql, fetches }))
  } catch {
    return false
  }
}

const statementOf = ({ connection, dataset: { catalog, schema } }: Source, written: Written): Statement => ({
  ...written,
  connection,
  catalog,
  schema,
})

/** The engine may meet a row that a rule takes away before it applies the rule, and name its values. */
export const unseenRowsError = (cause: unknown) =>
  new MessageError(
    403,
    t('The query failed while it read rows. What the database says of it is not shown, because rules limit the rows that you may read.'),
    { cause },
  )

const statusOf = (error: unknown): number => (error instanceof AppError || error instanceof MessageError ? error.status : 400)

/**
 * The error of a failed query for its viewer. If the row-level rules are what fails, the data is denied, and nothing of the rules is revealed;
 * nor what the engine says of a statement that failed on the rows that it met.
 */
export const withoutRuleText = async (
  ctx: PrepareContext,
  { source, viewer, ran }: { source: Source; viewer: Viewer; ran?: Pick<Prepared, 'compiled' | 'fetches'> },
  error: unknown,
): Promise<unknown> => {
  if (statusOf(error) >= 500 || statusOf(error) === 403) return error
  if (!(await isLimited(ctx, source, viewer))) return error
  if (!(await canBeApplied(ctx, source, viewer))) return cannotApplyError(error)
  const isOfEngine = error instanceof MessageError && error.cause instanceof EngineError
  const isBound = isOfEngine && ran && (await canBeBound(ctx, statementOf(source, { sql: ran.compiled.sql, fetches: ran.fetches })))
  return isBound ? unseenRowsError(error) : error
}
