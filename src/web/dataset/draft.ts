import type { z } from 'zod'
import type { datasetUpdate } from '#api/dataset.ts'
import { fullName } from '#core/format/full-name.ts'
import { t } from '#core/i18n/t.ts'
import { readObject } from '#core/encoding/read-object.ts'
import type { Currency } from '#core/format/currency.ts'
import type { Fault } from '../forms/faults.ts'
import { integerOf, textOrNull } from '../forms/values.ts'
import type { Owner } from '../lists/people/OwnersField.tsx'
import { folderFaults, newUuid, readFolders, writeFolders, type FolderDraft } from './folders/folders.ts'
import type { StoredDataset } from './stored.ts'

type Wire = StoredDataset['wire']
export type Patch = z.input<(typeof datasetUpdate)['body']>

/** Fields stored in the `extra` of a dataset, a column or a metric. */
type ExtraFields = { certified_by: string; certification_details: string; warning_markdown: string }

export type ColumnDraft = ExtraFields & {
  /** Identifies the row in the form; new rows have no id yet. */
  key: string
  id?: number
  /** By which folders name it. */
  uuid: string
  column_name: string
  verbose_name: string
  description: string
  type: string
  /** Only of calculated columns. */
  expression: string
  isCalculated: boolean
  is_dttm: boolean
  filterable: boolean
  groupby: boolean
  python_date_format: string
}

export type MetricDraft = ExtraFields & {
  key: string
  id?: number
  uuid: string
  metric_name: string
  verbose_name: string
  expression: string
  description: string
  d3format: string
  currency: Currency | null
}

export type DatasetDraft = ExtraFields & {
  id: number
  table_name: string
  description: string
  sql: string
  isVirtual: boolean
  main_dttm_col: string
  currency_code_column: string
  cache_timeout: string
  offset: string
  default_endpoint: string
  fetch_values_predicate: string
  template_params: string
  filter_select_enabled: boolean
  normalize_columns: boolean
  always_filter_main_dttm: boolean
  disallow_adhoc_metrics: boolean
  owners: Owner[]
  columns: ColumnDraft[]
  metrics: MetricDraft[]
  folders: FolderDraft[]
}

const stringOrEmpty = (value: unknown): string => (typeof value === 'string' ? value : '')

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

const readExtra = (extra: string | null): ExtraFields => {
  const { certification, warning_markdown } = readObject(extra)
  const { certified_by, details }: { certified_by?: unknown; details?: unknown } = isObject(certification) ? certification : {}
  return {
    certified_by: stringOrEmpty(certified_by),
    certification_details: stringOrEmpty(details),
    warning_markdown: stringOrEmpty(warning_markdown),
  }
}

/** Writes the fields into `extra`, keeping its other content. */
const writeExtra = (notes: ExtraFields, stored: string | null | undefined): string | null => {
  const { certification: _c, warning_markdown: _w, ...rest } = readObject(stored ?? null)
  const nextKey = {
    ...rest,
    ...(notes.certified_by.trim() && {
      certification: { certified_by: notes.certified_by.trim(), details: notes.certification_details.trim() },
    }),
    ...(notes.warning_markdown.trim() && { warning_markdown: notes.warning_markdown.trim() }),
  }
  return Object.keys(nextKey).length ? JSON.stringify(nextKey) : null
}

/** The `extra` of the dataset itself, which also says whether charts may use metrics of their own. */
const writeDatasetExtra = (draft: DatasetDraft, stored: string | null): string | null => {
  const { disallow_adhoc_metrics: _before, ...rest } = readObject(writeExtra(draft, stored))
  const next = { ...rest, ...(draft.disallow_adhoc_metrics && { disallow_adhoc_metrics: true }) }
  return Object.keys(next).length > 0 ? JSON.stringify(next) : null
}

const readCurrency = (value: unknown): Currency | null => {
  if (!isObject(value)) return null
  const { symbol, symbolPosition }: { symbol?: unknown; symbolPosition?: unknown } = value
  return typeof symbol === 'string' && symbol !== '' ? { symbol, symbolPosition: stringOrEmpty(symbolPosition) || 'prefix' } : null
}

const readColumn = (column: Wire['columns'][number]): ColumnDraft => ({
  key: `column ${column.id}`,
  id: column.id,
  uuid: column.uuid,
  column_name: column.column_name,
  verbose_name: column.verbose_name ?? '',
  description: column.description ?? '',
  type: column.type ?? '',
  expression: column.expression ?? '',
  isCalculated: Boolean(column.expression),
  is_dttm: column.is_dttm,
  filterable: column.filterable,
  groupby: column.groupby,
  python_date_format: column.python_date_format ?? '',
  ...readExtra(column.extra),
})

/** Metrics once had their warning in a field of its own. It moves to `extra` when the dataset is saved. */
const withOldWarning = (notes: ExtraFields, warning_text: string | null): ExtraFields => ({
  ...notes,
  warning_markdown: notes.warning_markdown || (warning_text ?? ''),
})

const readMetric = (metric: Wire['metrics'][number]): MetricDraft => ({
  key: `metric ${metric.id}`,
  id: metric.id,
  uuid: metric.uuid,
  metric_name: metric.metric_name,
  verbose_name: metric.verbose_name ?? '',
  expression: metric.expression,
  description: metric.description ?? '',
  d3format: metric.d3format ?? '',
  currency: readCurrency(metric.currency),
  ...withOldWarning(readExtra(metric.extra), metric.warning_text),
})

export const readDataset = (wire: Wire): DatasetDraft => ({
  id: wire.id,
  table_name: wire.table_name,
  description: wire.description ?? '',
  sql: wire.sql ?? '',
  isVirtual: wire.kind === 'virtual' || Boolean(wire.sql),
  main_dttm_col: wire.main_dttm_col ?? '',
  currency_code_column: wire.currency_code_column ?? '',
  cache_timeout: wire.cache_timeout === null ? '' : String(wire.cache_timeout),
  offset: String(wire.offset),
  default_endpoint: wire.default_endpoint ?? '',
  fetch_values_predicate: wire.fetch_values_predicate ?? '',
  template_params: wire.template_params ?? '',
  filter_select_enabled: wire.filter_select_enabled,
  normalize_columns: wire.normalize_columns,
  always_filter_main_dttm: wire.always_filter_main_dttm,
  disallow_adhoc_metrics: Boolean(readObject(wire.extra)['disallow_adhoc_metrics']),
  owners: wire.owners.map((owner) => ({ id: owner.id, name: fullName(owner) })),
  columns: wire.columns.map(readColumn),
  metrics: wire.metrics.map(readMetric),
  folders: readFolders(wire.folders),
  ...readExtra(wire.extra),
})

/** Nothing where the folders and what is in them stay as they were read. */
const foldersPatch = (draft: DatasetDraft, before: Wire) => {
  const kinds = new Map([
    ...draft.columns.map(({ uuid }) => [uuid, 'column'] as const),
    ...draft.metrics.map(({ uuid }) => [uuid, 'metric'] as const),
  ])
  const isSame = JSON.stringify(draft.folders) === JSON.stringify(readFolders(before.folders))
  return isSame && draft.folders.every(({ items }) => items.every((item) => kinds.has(item)))
    ? {}
    : { folders: writeFolders(draft.folders, kinds) }
}

/** The body of the update; `stored` is the dataset as it was read. */
export const buildPatch = (draft: DatasetDraft, before: Wire) => {
  const extras = new Map<string, string | null>([
    ...before.columns.map((column) => [`column ${column.id}`, column.extra] as const),
    ...before.metrics.map((metric) => [`metric ${metric.id}`, metric.extra] as const),
  ])
  return {
    table_name: draft.table_name.trim(),
    description: textOrNull(draft.description),
    ...(draft.isVirtual && { sql: draft.sql }),
    main_dttm_col: textOrNull(draft.main_dttm_col),
    currency_code_column: textOrNull(draft.currency_code_column),
    cache_timeout: integerOf(draft.cache_timeout),
    offset: integerOf(draft.offset) ?? 0,
    default_endpoint: textOrNull(draft.default_endpoint),
    fetch_values_predicate: textOrNull(draft.fetch_values_predicate),
    template_params: textOrNull(draft.template_params),
    filter_select_enabled: draft.filter_select_enabled,
    normalize_columns: draft.normalize_columns,
    always_filter_main_dttm: draft.always_filter_main_dttm,
    extra: writeDatasetExtra(draft, before.extra),
    owners: draft.owners.map(({ id }) => id),
    ...foldersPatch(draft, before),
    columns: draft.columns.map((column) => ({
      ...(column.id === undefined ? { uuid: column.uuid } : { id: column.id }),
      column_name: column.column_name.trim(),
      verbose_name: textOrNull(column.verbose_name),
      description: textOrNull(column.description),
      type: textOrNull(column.type),
      expression: column.isCalculated ? column.expression.trim() : null,
      is_dttm: column.is_dttm,
      filterable: column.filterable,
      groupby: column.groupby,
      python_date_format: textOrNull(column.python_date_format),
      extra: writeExtra(column, extras.get(column.key)),
    })),
    metrics: draft.metrics.map((metric) => ({
      ...(metric.id === undefined ? { uuid: metric.uuid } : { id: metric.id }),
      metric_name: metric.metric_name.trim(),
      verbose_name: textOrNull(metric.verbose_name),
      expression: metric.expression.trim(),
      description: textOrNull(metric.description),
      d3format: textOrNull(metric.d3format),
      currency: metric.currency?.symbol ? metric.currency : null,
      warning_text: null,
      extra: writeExtra(metric, extras.get(metric.key)),
    })),
  } satisfies Patch
}

let next = 1
const emptyExtra: ExtraFields = { certified_by: '', certification_details: '', warning_markdown: '' }

/** `name`, with a number if it is taken. */
const uniqueName = (name: string, taken: string[]) => {
  for (let n = 1; ; n++) {
    const candidate = n === 1 ? name : `${name} ${n}`
    if (!taken.includes(candidate)) return candidate
  }
}

export const newMetric = (metrics: MetricDraft[]): MetricDraft => ({
  ...emptyExtra,
  key: `new ${next++}`,
  uuid: newUuid(),
  metric_name: uniqueName(
    t('metric'),
    metrics.map((metric) => metric.metric_name),
  ),
  verbose_name: '',
  expression: '',
  description: '',
  d3format: '',
  currency: null,
})

export const newCalculated = (columns: ColumnDraft[]): ColumnDraft => ({
  ...emptyExtra,
  key: `new ${next++}`,
  uuid: newUuid(),
  column_name: uniqueName(
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

/** Indexes of duplicate names: for each name the last row that can be renamed. */
const duplicateIndexes = (rows: { name: string; canRename: boolean }[]): number[] =>
  [...Map.groupBy(rows.keys(), (i) => rows[i]?.name ?? '')].flatMap(([name, places]) =>
    name === '' || places.length < 2 ? [] : [places.findLast((i) => rows[i]?.canRename) ?? places.at(-1) ?? 0],
  )

/** Checks what the schema of the update does not. */
export const validateDataset = (draft: DatasetDraft): Fault[] => {
  const columns = draft.columns.map(({ column_name, isCalculated }) => ({ name: column_name.trim(), canRename: isCalculated }))
  const metrics = draft.metrics.map(({ metric_name }) => ({ name: metric_name.trim(), canRename: true }))
  return [
    ...(draft.isVirtual && !draft.sql.trim() ? [{ path: 'sql', text: t('The SQL is empty.') }] : []),
    ...folderFaults(draft.folders),
    ...duplicateIndexes(columns).map((i) => ({
      path: `columns.${i}.column_name`,
      text: t('Column name [%s] is duplicated', [columns[i]?.name ?? '']),
    })),
    ...duplicateIndexes(metrics).map((i) => ({
      path: `metrics.${i}.metric_name`,
      text: t('Metric name [%s] is duplicated', [metrics[i]?.name ?? '']),
    })),
    ...draft.columns.flatMap(({ isCalculated, expression, column_name }, i) =>
      isCalculated && !expression.trim()
        ? [{ path: `columns.${i}.expression`, text: t('Calculated column [%s] requires an expression', [column_name]) }]
        : [],
    ),
    ...draft.metrics.flatMap(({ expression, metric_name }, i) =>
      expression.trim() ? [] : [{ path: `metrics.${i}.expression`, text: t('Metric [%s] requires an expression', [metric_name]) }],
    ),
  ]
}
