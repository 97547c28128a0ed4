import { can } from '#core/access/can.ts'
import type { Principal } from '#core/access/principal.ts'
import { MessageError } from '#core/errors.ts'
import { planQuery } from '#engines/compile/plan.ts'
import { compileQuery } from '#engines/compile/query.ts'
import type { Context } from '../../../context.ts'
import { checkFragments, requireReadableTable } from './check-fragments.ts'
import { rowRules } from './rules.ts'
import { loadSource } from '../source.ts'
import type { OtherDataset } from './templates.ts'

const noFilters = { applied: new Set<string>(), removed: new Set<string>() }

type Reader = Pick<Context, 'db' | 'config' | 'sql' | 'tableFiles'>

/**
 * Loads a dataset that a template refers to, as SQL limited to the rows that the viewer may see; null if the viewer may not read it.
 * Its own templates are rendered in the context of the referring dataset, without a time range.
 */
export const loadOtherDataset = async (ctx: Reader, principal: Principal, id: number): Promise<OtherDataset | null> => {
  const source = await loadSource(ctx, { id, type: 'table' }, principal).catch((error: unknown) => {
    if (error instanceof MessageError && error.status === 404) return null
    throw error
  })
  if (!source || !can(principal, 'query', source.subject).allowed) return null
  requireReadableTable(source)
  const { dataset, dialect, timezone } = source
  const rules = await rowRules(ctx, principal, source)
  await checkFragments(
    ctx.sql,
    rules.map((text) => ({ place: 'predicate', text })),
    dialect,
  )
  const viewer = { predicates: rules, template: noFilters }
  const settings = { rowLimit: Infinity, samplesRowLimit: Infinity, sqlMaxRow: Infinity, timezone, now: 0 }
  return {
    metrics: Object.fromEntries(dataset.metrics.map(({ metric_name: name, expression }) => [name, expression])),
    sql: ({ columns, includeMetrics }, render) => {
      const query = {
        columns: columns ?? dataset.columns.map((column) => column.column_name),
        ...(includeMetrics && { metrics: dataset.metrics.map((metric) => metric.metric_name) }),
      }
      const plan = { ...planQuery({ query, dataset, settings }), rowLimit: null }
      return compileQuery({ plan, dataset, dialect, settings, render, viewer }).sql
    },
  }
}
