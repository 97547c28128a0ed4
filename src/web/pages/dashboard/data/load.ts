import { dashboardPermalinkGet, filterStateGet } from '#api/dashboard-links.ts'
import { dashboardCharts, dashboardDatasets, dashboardGet } from '#api/dashboard.ts'
import type { DataMasks } from '#core/filters/data-mask.ts'
import { readMasks } from '#core/filters/wire.ts'
import { readObject } from '#core/encoding/read-object.ts'
import { asList, asRecord } from '#core/query/read.ts'
import { call, callRecord } from '../../../data/call.ts'
import { parseJson } from '../../../data/wire/parse-json.ts'
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
  /** Filters of the URL or a permalink. */
  masks: DataMasks
  activeTabs: string[]
}

type Options = { signal?: AbortSignal | undefined }

export const readDashboard = async (idOrName: string, options: Options): Promise<Pick<Loaded, 'record' | 'etag'>> => {
  const { data, etag } = await callRecord(dashboardGet, { params: { idOrName }, columns: dashboardColumns }, options)
  return { record: data.result, etag }
}

export const readCharts = async (idOrName: string, options: Options): Promise<CardChart[]> =>
  (await call(dashboardCharts, { params: { idOrName } }, options)).result

const readDatasets = async (idOrName: string, options: Options): Promise<DatasetRecord[]> =>
  (await call(dashboardDatasets, { params: { idOrName } }, options)).result

type Link = Pick<Address, 'nativeFilters' | 'nativeFiltersKey' | 'permalinkKey' | 'preselectFilters' | 'filterSet'>

/** Masks and tabs of a link; none if its key has expired. */
const readLinked = async (idOrName: string, link: Link, options: Options): Promise<Pick<Loaded, 'masks' | 'activeTabs'>> => {
  if (link.nativeFilters) return { masks: readMasks(link.nativeFilters), activeTabs: [] }
  try {
    if (link.permalinkKey) {
      const { state } = await call(dashboardPermalinkGet, { params: { key: link.permalinkKey } }, options)
      return { masks: readMasks(state['dataMask']), activeTabs: asList<string>(state['activeTabs']) }
    }
    if (link.nativeFiltersKey && /^\d+$/.test(idOrName)) {
      const { value } = await call(filterStateGet, { params: { pk: Number(idOrName), key: link.nativeFiltersKey } }, options)
      return { masks: readMasks(parseJson(value)), activeTabs: [] }
    }
  } catch {
    options.signal?.throwIfAborted()
  }
  return { masks: {}, activeTabs: [] }
}

/** Masks of the values that the address gives to legacy filter boxes, and of the filter set that it names. */
const readNamed = async (record: DashboardRecord, link: Link, options: Options): Promise<DataMasks> =>
  link.preselectFilters || link.filterSet ? (await import('./named-masks.ts')).namedMasks(record, link, options) : {}

/** Whether a layout names components that stand nowhere, or holds filter boxes. */
const needsRepair = ({ record, charts }: Pick<Loaded, 'record' | 'charts'>): boolean => {
  const position = Object.entries(readObject(record.position_json))
  const named = new Set(position.flatMap(([, item]) => asList(asRecord(item)['children'])))
  return charts.some(({ form_data }) => form_data.viz_type === 'filter_box') || position.some(([id]) => id.includes('-') && !named.has(id))
}

const repaired = async <T extends Pick<Loaded, 'record' | 'charts'>>(opened: T): Promise<T> =>
  needsRepair(opened) ? { ...opened, ...(await import('./repair.ts')).repairDashboard(opened) } : opened

/** Throws CallError 404 when there is no such dashboard, 403 without access. */
export const loadDashboard = async (idOrName: string, link: Link, options: Options): Promise<Loaded> => {
  const charts = readCharts(idOrName, options)
  const [read, chartTypes, datasets] = await Promise.all([
    readDashboard(idOrName, options),
    charts.then((list) => loadChartTypes(list.map(({ form_data }) => form_data.viz_type))),
    readDatasets(idOrName, options),
  ])
  const dashboard = await repaired({ ...read, charts: await charts })
  const linked = await readLinked(String(dashboard.record.id), link, options)
  const masks = { ...(await readNamed(dashboard.record, link, options)), ...linked.masks }
  return { ...dashboard, chartTypes, datasets, ...linked, masks }
}
