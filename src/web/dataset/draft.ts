import type { z } from 'zod'
import type { datasetUpdate } from '#api/dataset.ts'
import { t } from '#core/i18n/t.ts'
import type { Owner } from '../lists/OwnersField.tsx'
import { fullName, type Person } from '../lists/people.ts'

export type Patch = z.input<(typeof datasetUpdate)['body']>

/** What stands in the `extra` of a dataset, a column or a metric. */
type Notes = { certified_by: string; certification_details: string; warning_markdown: string }

export type ColumnDraft = Notes & {
  /** Of this form alone: new rows have no id yet. */
  key: string
  id?: number
  column_name: string
  verbose_name: string
  description: string
  type: string
  /** Calculated columns have one. */
  expression: string
  isCalculated: boolean
  is_dttm: boolean
  filterable: boolean
  groupby: boolean
  python_date_format: string
}

export type MetricDraft = Notes & {
  key: string
  id?: number
  metric_name: string
  verbose_name: string
  expression: string
  description: string
  d3format: string
  warning_text: string
}

export type DatasetDraft = Notes & {
  table_name: string
  description: string
  sql: string
  isVirtual: boolean
  main_dttm_col: string
  cache_timeout: string
  offset: string
  default_endpoint: string
  fetch_values_predicate: string
  template_params: string
  filter_select_enabled: boolean
  normalize_columns: boolean
  always_filter_main_dttm: boolean
  owners: Owner[]
  columns: ColumnDraft[]
  metrics: MetricDraft[]
  isManagedExternally: boolean
}

type Wire = Record<string, unknown>

const words = (value: unknown): string => (value === null || value === undefined ? '' : String(value as string | number))

const parsed = (text: unknown): Wire => {
  try {
    const value: unknown = JSON.parse(typeof text === 'string' && text ? text : '{}')
    return typeof value === 'object' && value !== null ? (value as Wire) : {}
  } catch {
    return {}
  }
}

const notesOf = (extra: unknown): Notes => {
  const { certification, warning_markdown } = parsed(extra) as { certification?: Wire | null; warning_markdown?: unknown }
  return {
    certified_by: words(certification?.['certified_by']),
    certification_details: words(certification?.['details']),
    warning_markdown: words(warning_markdown),
  }
}

/** The `extra` with the notes in it; what else stood there stays. */
const extraWith = (notes: Notes, before: unknown): string | null => {
  const { certification: _c, warning_markdown: _w, ...rest } = parsed(before)
  const next = {
    ...rest,
    ...(notes.certified_by.trim() && {
      certification: { certified_by: notes.certified_by.trim(), details: notes.certification_details.trim() },
    }),
    ...(notes.warning_markdown.trim() && { warning_markdown: notes.warning_markdown.trim() }),
  }
  return Object.keys(next).length ? JSON.stringify(next) : null
}

const columnOf = (column: Wire): ColumnDraft => ({
  key: `column ${words(column['id'])}`,
  id: Number(column['id']),
  column_name: words(column['column_name']),
  verbose_name: words(column['verbose_name']),
  description: words(column['description']),
  type: words(column['type']),
  expression: words(column['expression']),
  isCalculated: words(column['expression']) !== '',
  is_dttm: column['is_dttm'] === true,
  filterable: column['filterable'] !== false,
  groupby: column['groupby'] !== false,
  python_date_format: words(column['python_date_format']),
  ...notesOf(column['extra']),
})

const metricOf = (metric: Wire): MetricDraft => ({
  key: `metric ${words(metric['id'])}`,
  id: Number(metric['id']),
  metric_name: words(metric['metric_name']),
  verbose_name: words(metric['verbose_name']),
  expression: words(metric['expression']),
  description: words(metric['description']),
  d3format: words(metric['d3format']),
  warning_text: words(metric['warning_text']),
  ...notesOf(metric['extra']),
})

export const readDataset = (wire: Wire): DatasetDraft => ({
  table_name: words(wire['table_name']),
  description: words(wire['description']),
  sql: words(wire['sql']),
  isVirtual: wire['kind'] === 'virtual' || words(wire['sql']) !== '',
  main_dttm_col: words(wire['main_dttm_col']),
  cache_timeout: words(wire['cache_timeout']),
  offset: words(wire['offset'] ?? 0),
  default_endpoint: words(wire['default_endpoint']),
  fetch_values_predicate: words(wire['fetch_values_predicate']),
  template_params: words(wire['template_params']),
  filter_select_enabled: wire['filter_select_enabled'] === true,
  normalize_columns: wire['normalize_columns'] === true,
  always_filter_main_dttm: wire['always_filter_main_dttm'] === true,
  owners: ((wire['owners'] ?? []) as Person[]).map((owner) => ({ id: owner.id, name: fullName(owner) })),
  columns: ((wire['columns'] ?? []) as Wire[]).map(columnOf),
  metrics: ((wire['metrics'] ?? []) as Wire[]).map(metricOf),
  isManagedExternally: wire['is_managed_externally'] === true,
  ...notesOf(wire['extra']),
})

const orNull = (text: string) => text.trim() || null
const numberOr = (text: string, other: number | null) => (text.trim() === '' ? other : Number(text))

/** The body of the update; `before` is the dataset as it was read. */
export const patchOf = (draft: DatasetDraft, before: Wire): Patch => {
  const extras = new Map<string, unknown>([
    ...((before['columns'] ?? []) as Wire[]).map((one) => [`column ${words(one['id'])}`, one['extra']] as const),
    ...((before['metrics'] ?? []) as Wire[]).map((one) => [`metric ${words(one['id'])}`, one['extra']] as const),
  ])
  return {
    table_name: draft.table_name.trim(),
    description: orNull(draft.description),
    ...(draft.isVirtual && { sql: draft.sql }),
    main_dttm_col: orNull(draft.main_dttm_col),
    cache_timeout: numberOr(draft.cache_timeout, null),
    offset: numberOr(draft.offset, 0),
    default_endpoint: orNull(draft.default_endpoint),
    fetch_values_predicate: orNull(draft.fetch_values_predicate),
    template_params: orNull(draft.template_params),
    filter_select_enabled: draft.filter_select_enabled,
    normalize_columns: draft.normalize_columns,
    always_filter_main_dttm: draft.always_filter_main_dttm,
    extra: extraWith(draft, before['extra']),
    owners: draft.owners.map(({ id }) => id),
    columns: draft.columns.map((column) => ({
      ...(column.id !== undefined && { id: column.id }),
      column_name: column.column_name.trim(),
      verbose_name: orNull(column.verbose_name),
      description: orNull(column.description),
      type: orNull(column.type),
      expression: column.isCalculated ? column.expression.trim() : null,
      is_dttm: column.is_dttm,
      filterable: column.filterable,
      groupby: column.groupby,
      python_date_format: orNull(column.python_date_format),
      extra: extraWith(column, extras.get(column.key)),
    })),
    metrics: draft.metrics.map((metric) => ({
      ...(metric.id !== undefined && { id: metric.id }),
      metric_name: metric.metric_name.trim(),
      verbose_name: orNull(metric.verbose_name),
      expression: metric.expression.trim(),
      description: orNull(metric.description),
      d3format: orNull(metric.d3format),
      warning_text: orNull(metric.warning_text),
      extra: extraWith(metric, extras.get(metric.key)),
    })),
  }
}

let next = 1
const noNotes: Notes = { certified_by: '', certification_details: '', warning_markdown: '' }

/** `name`, or with a number where it is taken. */
const freeName = (name: string, taken: string[]) => {
  for (let n = 1; ; n++) {
    const candidate = n === 1 ? name : `${name} ${n}`
    if (!taken.includes(candidate)) return candidate
  }
}

export const newMetric = (metrics: MetricDraft[]): MetricDraft => ({
  ...noNotes,
  key: `new ${next++}`,
  metric_name: freeName(
    t('metric'),
    metrics.map((metric) => metric.metric_name),
  ),
  verbose_name: '',
  expression: '',
  description: '',
  d3format: '',
  warning_text: '',
})

export const newCalculated = (columns: ColumnDraft[]): ColumnDraft => ({
  ...noNotes,
  key: `new ${next++}`,
  column_name: freeName(
    t('calculated column'),
    columns.map((column) => column.column_name),
  ),
  verbose_name: '',
  description: '',
  type: '',
  expression: '',
  isCalculated: true,
  is_dttm: false,
  filterable: true,
  groupby: true,
  python_date_format: '',
})

const repeated = (names: string[]) => [...new Set(names.filter((name, i) => names.indexOf(name) !== i))]

/** What keeps the draft from being saved, as sentences. */
export const problemsOf = (draft: DatasetDraft): string[] => {
  const columns = draft.columns.map((column) => column.column_name.trim())
  const metrics = draft.metrics.map((metric) => metric.metric_name.trim())
  return [
    ...(draft.table_name.trim() ? [] : [t('The dataset needs a name.')]),
    ...(draft.isVirtual && !draft.sql.trim() ? [t('The SQL is empty.')] : []),
    ...(columns.includes('') || metrics.includes('') ? [t('Every column and metric needs a name.')] : []),
    ...repeated(columns)
      .filter(Boolean)
      .map((name) => t('Column name [%s] is duplicated', [name])),
    ...repeated(metrics)
      .filter(Boolean)
      .map((name) => t('Metric name [%s] is duplicated', [name])),
    ...draft.columns
      .filter((column) => column.isCalculated && !column.expression.trim())
      .map((column) => t('Calculated column [%s] requires an expression', [column.column_name])),
    ...draft.metrics
      .filter((metric) => !metric.expression.trim())
      .map((metric) => t('Metric [%s] requires an expression', [metric.metric_name])),
    ...(/^-?\d*$/.test(draft.cache_timeout.trim()) && /^-?\d*$/.test(draft.offset.trim())
      ? []
      : [t('Cache timeout and hours offset are whole numbers.')]),
  ]
}
