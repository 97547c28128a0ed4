import type { Chart } from '#charts/chart.ts'
import type { Control, DatasetFacts } from '#charts/control.ts'
import type { AdhocFilter } from '#core/query/adhoc-filter.ts'
import { filterLabel } from '#core/query/adhoc-filter.ts'
import { columnLabel, metricLabel } from '#core/query/labels.ts'
import type { FormData, QueryColumn, QueryMetric } from '#core/query/query-object.ts'
import { asList } from '#core/query/read.ts'
import { controlsOf } from '../state/form.ts'

export type FieldKind = 'column' | 'metric'

/** What a chart uses of its dataset: a field by name, or an expression that names fields itself. */
export type Reference = { kind: FieldKind; name: string } | { kind: 'expression'; name: string }

const ofMetric = (metric: QueryMetric): Reference[] => {
  if (typeof metric === 'string') return [{ kind: 'metric', name: metric }]
  if (metric.expressionType === 'SQL') return [{ kind: 'expression', name: metricLabel(metric) }]
  const name = metric.column?.column_name
  return name ? [{ kind: 'column', name }] : []
}

const ofColumn = (column: QueryColumn): Reference => ({
  kind: typeof column === 'string' ? 'column' : 'expression',
  name: columnLabel(column),
})

const ofFilter = (filter: AdhocFilter): Reference[] => {
  if (filter.expressionType === 'SQL') return [{ kind: 'expression', name: filterLabel(filter) }]
  if (!filter.subject) return []
  if (typeof filter.subject !== 'string') return [ofColumn(filter.subject)]
  return [{ kind: filter.clause === 'HAVING' ? 'metric' : 'column', name: filter.subject }]
}

/** The references in the value of one control. */
export const referencesIn = ({ type }: Control, value: unknown): Reference[] => {
  if (type === 'metric' || type === 'metrics') return asList<QueryMetric>(value).flatMap(ofMetric)
  if (type === 'column' || type === 'columns') return asList<QueryColumn>(value).map(ofColumn)
  if (type === 'filters') return asList<AdhocFilter>(value).flatMap(ofFilter)
  return type === 'time-column' && typeof value === 'string' ? [{ kind: 'column', name: value }] : []
}

export type MissingField = { kind: FieldKind; name: string; usedBy: string[] }

export type SwapReport = {
  /** Fields that the chart uses and the other dataset lacks, with the labels of the controls that use them. */
  missing: MissingField[]
  /** Expressions, whose columns are not known here. */
  expressions: string[]
}

/** What of a chart breaks with another dataset. */
export const reportSwap = (chart: Chart, form: FormData, next: DatasetFacts): SwapReport => {
  const columns = new Set(next.columns.map((column) => column.column_name))
  const metrics = new Set(next.metrics.map((metric) => metric.metric_name))
  const missing = new Map<string, MissingField>()
  const expressions = new Set<string>()
  for (const control of controlsOf(chart))
    for (const { kind, name } of referencesIn(control, form[control.name])) {
      if (kind === 'expression') expressions.add(name)
      else if (!(kind === 'metric' ? metrics : columns).has(name)) {
        const key = `${kind} ${name}`
        const field = missing.get(key) ?? { kind, name, usedBy: [] }
        missing.set(key, { ...field, usedBy: [...new Set([...field.usedBy, control.label])] })
      }
    }
  return { missing: [...missing.values()], expressions: [...expressions] }
}
