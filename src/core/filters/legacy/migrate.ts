import { immuneCharts, readBoxScope, timeFields, type BoxField } from './box-scopes.ts'
import { filterKey } from './filter-key.ts'
import type { Scope } from '../scope/scope.ts'
import { asList, asRecord, isSet } from '../../query/read.ts'

/** Filter boxes as native filters (spec 000 §3–4): one for each of their lists and time fields, with default value and scope. */

export type StoredDashboard = { position: Record<string, unknown>; metadata: Record<string, unknown> }

/** A filter box on the dashboard. */
export type FilterBox = { form: Readonly<Record<string, unknown>>; datasetId: number; name: string }

type Settings = Readonly<Record<string, unknown>>
type NativeFilter = Record<string, unknown> & { id: string }

const parsedObject = (value: unknown): Settings => {
  if (typeof value !== 'string') return asRecord(value)
  try {
    return asRecord(JSON.parse(value))
  } catch {
    return {}
  }
}

/** Where a field of a filter box applies: its scope without the charts that are immune. A box is never left out. */
const scopeOf = (metadata: Settings, { boxes, ...field }: BoxField & { boxes: readonly number[] }): Scope => {
  const { rootPath, excluded } = readBoxScope(metadata, field)
  const without = new Set([...excluded, ...immuneCharts(metadata, field.field)])
  return { rootPath, excluded: [...without].filter((id) => !boxes.includes(id)) }
}

/** A list of values that a filter box writes as one text. */
const valuesOf = (value: unknown): unknown[] => (typeof value === 'string' ? value.split(';').filter(Boolean) : asList(value))

const isSelfMade = (range: unknown): boolean => !isSet(range) || range === 'No filter'

const selectFilter = (config: Settings, box: FilterBox): Record<string, unknown> => {
  const { form, datasetId } = box
  const column = String(config['column'])
  return {
    filterType: 'filter_select',
    name: isSet(config['label']) ? config['label'] : column,
    targets: [{ column: { name: column }, datasetId }],
    controlValues: {
      defaultToFirstItem: false,
      enableEmptyFilter: config['clearable'] === false,
      inverseSelection: false,
      multiSelect: config['multiple'] === true,
      searchAllOptions: config['searchAllOptions'] === true,
      ...(isSet(config['metric']) && { sortAscending: config['asc'] === true }),
    },
    ...(isSet(config['metric']) && { sortMetric: config['metric'] }),
    ...(asList(form['adhoc_filters']).length > 0 && { adhoc_filters: asList(form['adhoc_filters']) }),
    ...(!isSelfMade(form['time_range']) && { time_range: form['time_range'], granularity_sqla: form['granularity_sqla'] }),
  }
}

const selectDefault = (column: string, value: unknown, isMultiple: boolean) => {
  const values = isMultiple ? valuesOf(value) : asList(value).slice(0, 1)
  return values.length
    ? { defaultDataMask: { extraFormData: { filters: [{ col: column, op: 'IN', val: values }] }, filterState: { value: values } } }
    : {}
}

const timeDefault = (key: string, value: unknown) => {
  if (isSelfMade(value)) return {}
  const [first] = asList(value)
  return { defaultDataMask: { extraFormData: { [key]: first }, filterState: { value: key === 'time_range' ? first : [first] } } }
}

/** The native filters of one filter box, in the order of its fields. */
const filtersOf = (
  chartId: number,
  box: FilterBox,
  { metadata, boxes }: { metadata: Settings; boxes: readonly number[] },
): NativeFilter[] => {
  const defaults = asRecord(parsedObject(metadata['default_filters'])[String(chartId)])
  const common = (field: string, index: number) => ({
    id: filterKey(chartId, index),
    type: 'NATIVE_FILTER',
    cascadeParentIds: [],
    scope: scopeOf(metadata, { chartId, field, boxes }),
  })
  const configs = asList(box.form['filter_configs'])
    .map(asRecord)
    .filter(({ column }) => typeof column === 'string' && column !== '')
  const selects = configs.map((config, i) => {
    const column = String(config['column'])
    const value = defaults[column] ?? config['defaultValue']
    return { ...common(column, i), ...selectFilter(config, box), ...selectDefault(column, value, config['multiple'] === true) }
  })
  const times = timeFields
    .filter(({ flag }) => box.form[flag] === true)
    .map(({ field, filterType, name, key }, i) => ({
      ...common(field, configs.length + i),
      filterType,
      name,
      targets: [filterType === 'filter_time' ? {} : { datasetId: box.datasetId }],
      controlValues: {},
      ...timeDefault(key, defaults[field]),
    }))
  return [...selects, ...times]
}

/** The native filters that do what filter boxes do, of all boxes by chart id; their ids are those that a migration gives them. */
export const filtersOfBoxes = (metadata: Settings, boxes: ReadonlyMap<number, FilterBox>): NativeFilter[] => {
  const ids = [...boxes.keys()]
  return [...boxes].flatMap(([id, box]) => filtersOf(id, box, { metadata, boxes: ids }))
}

/** A text in the place of the filter box, of its size. */
const noteFor = (item: Settings, id: string, name: string) => {
  const { chartId: _chartId, uuid: _uuid, sliceName: _name, sliceNameOverride: _override, ...meta } = asRecord(item['meta'])
  return { ...item, id, type: 'MARKDOWN', meta: { ...meta, code: `The filters of “${name}” are now in the filter bar.` } }
}

const withNotes = (position: Settings, boxes: ReadonlyMap<number, FilterBox>): Record<string, unknown> => {
  const renamed = new Map<string, string>()
  for (const [key, item] of Object.entries(position)) {
    const { type, meta } = asRecord(item)
    if (type === 'CHART' && boxes.has(Number(asRecord(meta)['chartId']))) renamed.set(key, key.replace(/^CHART/, 'MARKDOWN'))
  }
  if (!renamed.size) return position
  return Object.fromEntries(
    Object.entries(position).map(([key, item]) => {
      const id = renamed.get(key)
      const record = asRecord(item)
      if (id !== undefined) return [id, noteFor(record, id, boxes.get(Number(asRecord(record['meta'])['chartId']))?.name ?? '')]
      if (!Array.isArray(record['children'])) return [key, item]
      return [key, { ...record, children: record['children'].map((child) => renamed.get(String(child)) ?? child) }]
    }),
  )
}

const withoutKeys = (record: Settings, ids: readonly number[]) =>
  Object.fromEntries(Object.entries(record).filter(([id]) => !ids.includes(Number(id))))

/**
 * The dashboard with its filter boxes, by chart id, turned into native filters. The text of each is where the box was, and what only
 * filter boxes need is gone from the metadata.
 */
export const migrateFilterBoxes = ({ position, metadata }: StoredDashboard, boxes: ReadonlyMap<number, FilterBox>): StoredDashboard => {
  if (!boxes.size) return { position, metadata }
  const ids = [...boxes.keys()]
  const added = filtersOfBoxes(metadata, boxes)
  const known = asList(metadata['native_filter_configuration'])
  const { default_filters: defaultFilters, filter_scopes: filterScopes, ...rest } = metadata
  const [defaults, scopes] = [withoutKeys(parsedObject(defaultFilters), ids), withoutKeys(asRecord(filterScopes), ids)]
  return {
    position: withNotes(position, boxes),
    metadata: {
      ...rest,
      ...(Object.keys(defaults).length > 0 && { default_filters: JSON.stringify(defaults) }),
      ...(Object.keys(scopes).length > 0 && { filter_scopes: scopes }),
      native_filter_configuration: [...known, ...added],
    },
  }
}
