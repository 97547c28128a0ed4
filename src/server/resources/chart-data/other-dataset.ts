import { can } from '#core/access/can.ts'
import type { Principal } from '#core/access/principal.ts'
import { MessageError } from '#core/errors.ts'
import { planQuery } from '#engines/compile/plan.ts'
import { compileQuery } from '#engines/compile/query.ts'
import type { Context } from '../../context.ts'
import { loadSource } from './source.ts'
import type { OtherDataset } from './templates.ts'

const nothing = { applied: new Set<string>(), removed: new Set<string>() }

/** A dataset that a template names, as its SQL; null when there is none that the viewer may read. Its own templates stay as they are. */
export const otherDataset = async (ctx: Pick<Context, 'db' | 'config'>, principal: Principal, id: number): Promise<OtherDataset | null> => {
  const source = await loadSource(ctx, { id, type: 'table' }).catch((error: unknown) => {
    if (error instanceof MessageError && error.status === 404) return null
    throw error
  })
  if (!source || !can(principal, 'query', source.subject).allowed) return null
  const { dataset, dialect, timezone } = source
  const settings = { rowLimit: Infinity, samplesRowLimit: Infinity, sqlMaxRow: Infinity, timezone, now: 0 }
  return {
    metrics: Object.fromEntries(dataset.metrics.map(({ metric_name: name, expression }) => [name, expression])),
    sql: ({ columns, includeMetrics }) => {
      const query = {
        columns: columns ?? dataset.columns.map((column) => column.column_name),
        ...(includeMetrics && { metrics: dataset.metrics.map((metric) => metric.metric_name) }),
      }
      const plan = { ...planQuery({ query, dataset, settings }), rowLimit: null }
      return compileQuery({ plan, dataset, dialect, settings, render: (text) => text, viewer: { predicates: [], template: nothing } }).sql
    },
  }
}
