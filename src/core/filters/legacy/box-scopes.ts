import { rootId } from '../../layout/component.ts'
import { asList, asRecord } from '../../query/read.ts'
import type { NativeFilter } from '../native-filter.ts'
import type { Scope } from '../scope/scope.ts'

/** Where the fields of filter boxes apply: `filter_scopes` of the metadata, chart id → field → `{ scope, immune }` (spec 000 §3). */

type Settings = Readonly<Record<string, unknown>>

/** A field of a filter box: a column, or one of the time fields. */
export type BoxField = { chartId: number; field: string }

/** Fields of a filter box that are no columns. */
export const timeFields = [
  { field: '__time_range', flag: 'date_filter', filterType: 'filter_time', name: 'Time Range', key: 'time_range' },
  { field: '__time_col', flag: 'show_sqla_time_column', filterType: 'filter_timecolumn', name: 'Time Column', key: 'granularity_sqla' },
  { field: '__time_grain', flag: 'show_sqla_time_granularity', filterType: 'filter_timegrain', name: 'Time Grain', key: 'time_grain_sqla' },
] as const

/** The field of a filter box that a filter stands for. */
export const fieldOf = ({ filterType, targets }: Pick<NativeFilter, 'filterType' | 'targets'>): string =>
  timeFields.find((time) => time.filterType === filterType)?.field ?? targets[0]?.column?.name ?? ''

/** The scope of a field; the whole dashboard where none is set. */
export const readBoxScope = (metadata: Settings, { chartId, field }: BoxField): Scope => {
  const { scope, immune } = asRecord(asRecord(asRecord(metadata['filter_scopes'])[String(chartId)])[field])
  return { rootPath: Array.isArray(scope) ? asList<string>(scope) : [rootId], excluded: asList(immune).map(Number) }
}

/** The metadata with these scopes of fields; those of others stay. */
export const writeBoxScopes = <M extends Settings>(metadata: M, scopes: readonly (BoxField & { scope: Scope })[]) => {
  const filter_scopes = { ...asRecord(metadata['filter_scopes']) }
  for (const { chartId, field, scope } of scopes) {
    const written = { scope: scope.rootPath, immune: scope.excluded }
    filter_scopes[String(chartId)] = { ...asRecord(filter_scopes[String(chartId)]), [field]: written }
  }
  return { ...metadata, filter_scopes }
}

/** The charts that a field never filters, whatever its scope: those immune to all filters, and those immune to this field. */
export const immuneCharts = (metadata: Settings, field: string): number[] => {
  const fields = asRecord(metadata['filter_immune_slice_fields'])
  const byField = Object.keys(fields).filter((id) => asList(fields[id]).includes(field))
  return [...new Set([...asList(metadata['filter_immune_slices']), ...byField].map(Number))]
}
