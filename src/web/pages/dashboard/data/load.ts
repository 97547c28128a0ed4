import type { DataMasks } from '#core/filters/data-mask.ts'
import { conditionKey, type Layout } from '#core/layout/component.ts'
import { readObject } from '#core/encoding/read-object.ts'
import { loadFilterBoxParts } from '../filter-box/load-parts.ts'
import type { Address } from './address.ts'
import { noBoxFilters, type BoxFilters } from './box-filters.ts'
import { readColoring, type Coloring } from '../colors/coloring.ts'
import { loadChartTypes, type ChartTypes } from './chart-types.ts'
import { readCharts, readDashboard, readDatasets, repaired, type Options, type Stored } from './stored.ts'

/** The data that a dashboard opens with. */
export type Loaded = Stored & {
  chartTypes: ChartTypes
  boxFilters: BoxFilters
  /** Filters of the URL or a permalink. */
  masks: DataMasks
  activeTabs: string[]
  /** Whether the filter values of the link could not be read. */
  lacksMasks: boolean
  visibleLayout: VisibleLayout | null
  coloring: Coloring
}

export type VisibleLayout = (layout: Layout, masks: DataMasks) => Layout

/** The parameters of the address that say which filter values the dashboard opens with. */
export type Link = Pick<Address, 'nativeFilters' | 'nativeFiltersKey' | 'permalinkKey' | 'preselectFilters' | 'filterSet'>

/** The code for conditions of components, where there are any. */
const loadVisibility = async ({ record }: Pick<Loaded, 'record'>): Promise<VisibleLayout | null> =>
  record.position_json?.includes(conditionKey) ? (await import('#core/filters/scope/visibility.ts')).visibleLayout : null

type Opening = Pick<Loaded, 'masks' | 'activeTabs' | 'lacksMasks'>

/** The masks and tabs that the address means, else the masks that the dashboard remembers for the user. */
const readOpening = async (dashboard: Pick<Loaded, 'record' | 'boxFilters'>, link: Link, options: Options): Promise<Opening> => {
  const { record } = dashboard
  if (link.nativeFilters || link.nativeFiltersKey || link.permalinkKey || link.preselectFilters || link.filterSet)
    return (await import('./masks/linked-masks.ts')).readLinked(dashboard, link, options)
  const isSticky = readObject(record.json_metadata)['sticky_filters'] === true
  return { masks: isSticky ? await (await import('./masks/sticky.ts')).readSticky(record, options) : {}, activeTabs: [], lacksMasks: false }
}

const readBoxFilters = async ({ charts }: Pick<Loaded, 'charts'>): Promise<BoxFilters> =>
  charts.some(({ form_data }) => form_data.viz_type === 'filter_box') ? (await loadFilterBoxParts()).filtersInBoxes(charts) : noBoxFilters

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
  const opening = readOpening({ ...dashboard, boxFilters }, link, options)
  const visibleLayout = await loadVisibility(dashboard)
  const coloring = await readColoring(readObject(dashboard.record.json_metadata))
  return { ...dashboard, chartTypes, datasets, boxFilters, visibleLayout, coloring, ...(await opening) }
}
