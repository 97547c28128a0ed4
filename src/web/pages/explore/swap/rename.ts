import type { Chart } from '#charts/chart.ts'
import type { Control, DatasetFacts } from '#charts/control.ts'
import type { AdhocFilter } from '#core/query/adhoc-filter.ts'
import { defaultMetricLabel } from '#core/query/adhoc-metric.ts'
import { metricLabel } from '#core/query/labels.ts'
import type { FormData, QueryColumn, QueryMetric } from '#core/query/query-object.ts'
import { asList, asRecord, isObject } from '#core/query/read.ts'
import { controlsOf } from '../state/form.ts'
import { fieldKey } from './propose.ts'
import type { FieldKind } from './references.ts'

/** The names of fields to those that take their place, by `fieldKey`. */
export type Mapping = ReadonlyMap<string, string | null>

type Renaming = { nameOf: (kind: FieldKind, name: string) => string; next: DatasetFacts }

const renameMetric = (metric: QueryMetric, { nameOf, next }: Renaming): QueryMetric => {
  if (typeof metric === 'string') return nameOf('metric', metric)
  const before = metric.column?.column_name
  if (metric.expressionType === 'SQL' || !before) return metric
  const name = nameOf('column', before)
  if (name === before) return metric
  const column = next.columns.find((candidate) => candidate.column_name === name)
  const renamed = { ...metric, column: { ...column, column_name: name } }
  return metric.hasCustomLabel ? renamed : { ...renamed, label: defaultMetricLabel(renamed) }
}

const renameFilter = (filter: AdhocFilter, { nameOf }: Renaming): AdhocFilter =>
  filter.expressionType === 'SQL' || typeof filter.subject !== 'string'
    ? filter
    : { ...filter, subject: nameOf(filter.clause === 'HAVING' ? 'metric' : 'column', filter.subject) }

/** Single values stay single. */
const mapValues = <T>(value: unknown, change: (item: T) => T): unknown => {
  const changed = asList<T>(value).map(change)
  return Array.isArray(value) ? changed : (changed[0] ?? value)
}

const renameIn = (control: Control, value: unknown, renaming: Renaming): unknown => {
  const { type } = control
  if (type === 'metric' || type === 'metrics') return mapValues<QueryMetric>(value, (metric) => renameMetric(metric, renaming))
  if (type === 'column' || type === 'columns')
    return mapValues<QueryColumn>(value, (column) => (typeof column === 'string' ? renaming.nameOf('column', column) : column))
  if (type === 'filters') return mapValues<AdhocFilter>(value, (filter) => renameFilter(filter, renaming))
  if (type === 'time-column') return typeof value === 'string' ? renaming.nameOf('column', value) : value
  return value
}

/** What controls say about a column or metric by its label follows the label. */
const relabelIn = ({ type }: Control, value: unknown, labels: ReadonlyMap<string, string>): unknown => {
  const relabel = (label: unknown) => (typeof label === 'string' ? (labels.get(label) ?? label) : label)
  if (type === 'column-config' && isObject(value))
    return Object.fromEntries(Object.entries(value).map(([name, style]) => [labels.get(name) ?? name, style]))
  if (type === 'conditional-formatting')
    return asList(value).map((rule) => ({ ...asRecord(rule), column: relabel(asRecord(rule)['column']) }))
  return type === 'sort-by' || type === 'select' ? (Array.isArray(value) ? value.map(relabel) : relabel(value)) : value
}

const labelsOf = (control: Control, value: unknown): string[] =>
  control.type === 'metric' || control.type === 'metrics'
    ? asList<QueryMetric>(value).map(metricLabel)
    : control.type === 'column' || control.type === 'columns'
      ? asList<QueryColumn>(value).filter((column) => typeof column === 'string')
      : []

/** The form with the fields of another dataset in place of its own. Expressions stay as they are written. */
export const renameFields = (chart: Chart, form: FormData, { mapping, next }: { mapping: Mapping; next: DatasetFacts }): FormData => {
  const nameOf = (kind: FieldKind, name: string) => mapping.get(fieldKey({ kind, name })) ?? name
  const controls = controlsOf(chart).filter((control) => form[control.name] !== undefined)
  const renamed = controls.map((control) => [control.name, renameIn(control, form[control.name], { nameOf, next })] as const)
  const after: FormData = { ...form, ...Object.fromEntries(renamed) }
  const labels = new Map<string, string>()
  for (const control of controls) {
    const now = labelsOf(control, after[control.name])
    labelsOf(control, form[control.name]).forEach((label, i) => label !== now[i] && now[i] !== undefined && labels.set(label, now[i]))
  }
  const relabelled = controls.map((control) => [control.name, relabelIn(control, after[control.name], labels)] as const)
  const column = form['granularity_sqla']
  return {
    ...after,
    ...Object.fromEntries(relabelled),
    ...(typeof column === 'string' && { granularity_sqla: nameOf('column', column) }),
  }
}
