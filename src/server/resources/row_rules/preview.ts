import type { RowRulePreview } from '#api/bodies/row-rule.ts'
import { isAllowed } from '#core/access/can.ts'
import { rolesOf, type Principal } from '#core/access/principal.ts'
import { boundClauses, type RowRule } from '#core/access/row-rules.ts'
import { notFound } from '#core/errors.ts'
import type { QueryObject, ResultType } from '#core/query/query-object.ts'
import { logAction } from '../../access/log-action.ts'
import { userPrincipal } from '../../access/principals.ts'
import { rulesOf } from '../../access/row-rules.ts'
import type { Context } from '../../context.ts'
import { toDataJob } from '../chart-data/execute.ts'
import { prepareQuery } from '../chart-data/prepare/prepare.ts'
import { loadSource } from '../chart-data/source.ts'

const shownRows = 50

type Row = Record<string, unknown>
type Viewer = { ctx: Context; by: Principal; signal: AbortSignal }

const count = { columns: [], metrics: [{ expressionType: 'SQL', sqlExpression: 'COUNT(*)', label: 'count' }] } as unknown as QueryObject

/** The dataset's rules for somebody, with the draft in place of what is stored of it. */
const clausesFor = async (ctx: Context, principal: Principal, { dataset, rule }: RowRulePreview): Promise<string[]> => {
  const stored: readonly RowRule[] = (await rulesOf(ctx, dataset)).filter(({ rule_id }) => rule_id !== rule?.id)
  const draft: RowRule[] = rule?.tables.includes(dataset) ? [{ ...rule, group_key: rule.group_key ?? null }] : []
  return boundClauses([...stored, ...draft], new Set(rolesOf(principal).map(({ id }) => id)))
}

/** What a person reads of a dataset. @throws 404 for an unknown person or dataset, the error of a rule that cannot be applied */
export const previewRows = async ({ ctx, by, signal }: Viewer, asked: RowRulePreview) => {
  const principal = await userPrincipal(ctx, asked.user, 'session')
  if (!principal) throw notFound()
  const source = await loadSource(ctx, { id: asked.dataset, type: 'table' }, principal)
  await logAction(ctx.db, { action: 'row_rule.preview', now: ctx.now(), by, json: { dataset: asked.dataset, user: asked.user } })
  const nothing = { clauses: [], columns: [], rows: [], count: 0, total: 0 }
  if (!isAllowed(principal, 'query', source.subject)) return { can_read: false, ...nothing }

  const read = async (query: QueryObject, resultType: ResultType, rules: string[]) => {
    const prepared = await prepareQuery(ctx, source, { query, resultType, xAxis: undefined, principal, rules })
    const job = toDataJob(ctx, source, prepared, 'json')
    const rows = Math.min(shownRows, job.limits.rows)
    const answer = await ctx.host.run({ ...job, limits: { ...job.limits, rows } }, { signal, user: `preview ${asked.user}` })
    return { columns: answer.colnames, rows: JSON.parse(new TextDecoder().decode(answer.bytes)) as Row[] }
  }
  const countRows = async (rules: string[]) => Number((await read(count, 'full', rules)).rows[0]?.['count'] ?? 0)
  const clauses = await clausesFor(ctx, principal, asked)
  const [shown, visible, total] = await Promise.all([
    read({ columns: [], row_limit: shownRows } as unknown as QueryObject, 'drill_detail', clauses),
    countRows(clauses),
    countRows([]),
  ])
  return { can_read: true, clauses, ...shown, count: visible, total }
}
