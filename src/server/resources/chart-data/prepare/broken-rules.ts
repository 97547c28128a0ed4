import { AppError, MessageError } from '#core/errors.ts'
import type { QueryObject } from '#core/query/query-object.ts'
import type { Source } from '../source.ts'
import { cannotApplyError } from './limit-rows.ts'
import { prepareQuery, type PrepareContext, type PrepareInput } from './prepare.ts'
import { tableRules } from './rules.ts'

const count = { columns: [], metrics: [{ expressionType: 'SQL', sqlExpression: 'COUNT(*)', label: 'count' }] } as unknown as QueryObject

type Viewer = Pick<PrepareInput, 'principal' | 'rules'>

const isLimited = async (
  ctx: PrepareContext,
  { subject, dataset, connection, dialect }: Source,
  { principal, rules }: Viewer,
): Promise<boolean> =>
  rules.length > 0 ||
  (await tableRules(ctx, principal, { databaseId: subject.database.id, schema: dataset.schema, connection, dialect })) !== null

/** Whether rows of the dataset can be read at all under the viewer's rules: they render, parse, and the engine knows what they name. */
const canBeApplied = async (ctx: PrepareContext, source: Source, viewer: Viewer): Promise<boolean> => {
  try {
    const { compiled } = await prepareQuery(ctx, source, { ...viewer, query: count, resultType: 'full', xAxis: undefined })
    const { connection, dataset } = source
    await ctx.host.run({ kind: 'describe', connection, sql: compiled.sql, catalog: dataset.catalog, schema: dataset.schema })
    return true
  } catch {
    return false
  }
}

const statusOf = (error: unknown): number => (error instanceof AppError || error instanceof MessageError ? error.status : 400)

/**
 * The error of a failed query for its viewer. If the row-level rules are what fails, the data is denied, and nothing of the rules is told.
 */
export const withoutRuleText = async (ctx: PrepareContext, source: Source, viewer: Viewer, error: unknown): Promise<unknown> => {
  if (statusOf(error) >= 500 || statusOf(error) === 403) return error
  if (!(await isLimited(ctx, source, viewer)) || (await canBeApplied(ctx, source, viewer))) return error
  return cannotApplyError(error)
}
