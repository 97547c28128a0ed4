import { dashboardCharts, dashboardDatasets, dashboardGet } from '#api/dashboard.ts'
import type { DataMasks } from '#core/filters/data-mask.ts'
import type { NativeFilter } from '#core/filters/native-filter.ts'
import { readObject } from '#core/encoding/read-object.ts'
import { asList, asRecord } from '#core/query/read.ts'
import { call, callRecord } from '../../../data/call.ts'
import { loadFilterBoxParts } from '../filter-box/load-parts.ts'
import type { Address } from './address.ts'
import { loadChartTypes, type ChartTypes } from './chart-types.ts'
import { dashboardColumns, type CardChart, type DashboardRecord, type DatasetRecord } from './record.ts'

/** The data that a dashboard opens with. */
export type Loaded = {
  record: DashboardRecord
  etag: string | null
  charts: CardChart[]
  chartTypes: ChartTypes
  datasets: DatasetRecord[]
  /** Filters of filter boxes, which work without standing in the filter bar. */
  boxFilters: readonly NativeFilter[]
  /** Filters of the URL or a permalink. */
  masks: DataMasks
  activeTabs: string[]
}

export type Stored = Pick<Loaded, 'record' | 'etag' | 'charts' | 'datasets'>

type Options = { signal?: AbortSignal | undefined }

export const readDashboard = async (idOrName: string, options: Options): Promise<Pick<Loaded, 'record' | 'etag'>> => {
  const { data, etag } = await callRecord(dashboardGet, { params: { idOrName }, columns: dashboardColumns }, options)
  return { record: data.result, etag }
}

export const readCharts = async (idOrName: string, options: Options): Promise<CardChart[]> =>
  (await call(dashboardCharts, { params: { idOrName } }, options)).result

export const readDatasets = async (idOrName: string, options: Options): Promise<DatasetRecord[]> =>
  (await call(dashboardDatasets, { params: { idOrName } }, options)).result

/** The parameters of the address that say which filter values the dashboard opens with. */
export type Link = Pick<Address, 'nativeFilters' | 'nativeFiltersKey' | 'permalinkKey' | 'preselectFilters' | 'filterSet'>

type Opening = Pick<Loaded, 'masks' | 'activeTabs'>

/** The masks and tabs that the address means, else the masks that the dashboard remembers for the user. */
const readOpening = async (dashboard: Pick<Loaded, 'record' | 'boxFilters'>, link: Link, options: Options): Promise<Opening> => {
  const { record } = dashboard
  if (link.nativeFilters || link.nativeFiltersKey || link.permalinkKey || link.preselectFilters || link.filterSet)
    return (await import('./linked-masks.ts')).readLinked(dashboard, link, options)
  const isSticky = readObject(record.json_metadata)['sticky_filters'] === true
  return { masks: isSticky ? await (await import('./sticky.ts')).readSticky(record, options) : {}, activeTabs: [] }
}

/** Whether a layout names components that stand nowhere. */
const needsRepair = ({ record }: Pick<Loaded, 'record'>): boolean => {
  const position = Object.entries(readObject(record.position_json))
  const named = new Set(position.flatMap(([, item]) => asList(asRecord(item)['children'])))
  return position.some(([id]) => id.includes('-') && !named.has(id))
}

export const repaired = async <T extends Pick<Loaded, 'record'>>(opened: T): Promise<T> =>
  needsRepair(opened) ? { ...opened, record: (await import('./repair.ts')).repairLayout(opened.record) } : opened

const readBoxFilters = async ({ record, charts }: Pick<Loaded, 'record' | 'charts'>): Promise<readonly NativeFilter[]> =>
  charts.some(({ form_data }) => form_data.viz_type === 'filter_box') ? (await loadFilterBoxParts()).filtersInBoxes(record, charts) : []

/** Throws CallError 404 when there is no such dashboard, 403 without access. */
export const loadDashboard = async (idOrName: string, link: Link, options: Options): Promise<Loaded> => {
  const charts = readCharts(idOrName, options)
  const [read, chartTypes, datasets] = await Promise.all([
    readDashboard(idOrName, options),
    charts.then((list) => loadChartTypes(list.map(({ form_data }) => form_data.viz_type))),
    readDatasets(idOrName, options),
  ])
  const dashboard = await repaired({ ...read, charts: await charts })
  const boxFilters = await readBoxFilters(dashboard)
  return { ...dashboard, chartTypes, datasets, boxFilters, ...(await readOpening({ ...dashboard, boxFilters }, link, options)) }
}
