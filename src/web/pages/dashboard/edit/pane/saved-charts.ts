import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { chartList } from '#api/chart.ts'
import { datasetGet } from '#api/dataset.ts'
import type { RowOf } from '#api/declare/route.ts'
import { t } from '#core/i18n/t.ts'
import { callList, callRecord, type ListQuery } from '../../../../data/call.ts'
import { isAbort } from '../../../../data/call-error.ts'
import { say } from '../../../../ui/feedback/toast.ts'
import type { DatasetRecord } from '../../data/record.ts'
import type { DashboardStore } from '../../state/store.ts'

export const chartSorts = {
  changed_on_delta_humanized: 'desc',
  slice_name: 'asc',
  viz_type: 'asc',
  datasource_name: 'asc',
} as const
export type ChartSort = keyof typeof chartSorts

export type ChartSearch = { text: string; /** Limits the list to charts of this owner. */ owner: number | null; sort: ChartSort }

const columns = [
  'id',
  'slice_name',
  'viz_type',
  'description',
  'certified_by',
  'certification_details',
  'form_data',
  'datasource_id',
  'datasource_type',
  'table.table_name',
  'thumbnail_url',
] as const

export type SavedChart = RowOf<typeof chartList, (typeof columns)[number]>

/** How many charts are offered, in pages of what the server gives at once. */
const maxCharts = 200
const pageSize = 100

type SavedCharts = { count: number; result: SavedChart[]; /** Why only the first page could be read. */ fault?: unknown }

const readCharts = async (q: ListQuery<(typeof columns)[number]>, signal: AbortSignal): Promise<SavedCharts> => {
  const { count, result } = await callList(chartList, { ...q, page: 0, page_size: pageSize }, { signal })
  if (count <= result.length) return { count, result }
  try {
    const second = await callList(chartList, { ...q, page: 1, page_size: maxCharts - pageSize }, { signal })
    const known = new Set(result.map(({ id }) => id))
    return { count, result: [...result, ...second.result.filter(({ id }) => !known.has(id))] }
  } catch (fault) {
    if (isAbort(fault)) throw fault
    return { count, result, fault }
  }
}

const queryOf = ({ text, owner, sort }: ChartSearch) => ({
  columns,
  filters: [
    ...(text.trim() ? [{ col: 'slice_name', opr: 'chart_all_text', value: text.trim() }] : []),
    ...(owner === null ? [] : [{ col: 'owners', opr: 'rel_m_m', value: owner }]),
  ],
  order_column: sort,
  order_direction: chartSorts[sort],
})

/** Saved charts that can be added to a dashboard. */
export const useSavedCharts = (search: ChartSearch) =>
  useQuery({
    queryKey: [chartList.path, { q: queryOf(search) }, 'pane'],
    queryFn: ({ signal }) => readCharts(queryOf(search), signal),
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  })

const datasetColumns = ['id', 'datasource_name', 'columns', 'metrics', 'main_dttm_col', 'time_grain_sqla'] as const

/** Charts by id; those that the user may not see are missing. */
export const readChartsById = async (ids: readonly number[]): Promise<SavedChart[]> =>
  (
    await Promise.all(ids.map((id) => callList(chartList, { columns, filters: [{ col: 'id', opr: 'eq', value: id }], page_size: 1 })))
  ).flatMap(({ result }) => result)

/** Reads a chart's dataset, for names and formats. Null if the user cannot read it. */
const readDataset = async (id: number, type: string): Promise<DatasetRecord | null> => {
  try {
    const { data } = await callRecord(datasetGet, { params: { idOrName: String(id) }, columns: datasetColumns })
    return { ...data.result, uid: `${id}__${type}` }
  } catch {
    return null
  }
}

/** Adds the chart's data to the store, so that it can be drawn as soon as it is placed. False for a chart without a definition. */
export const addChartRecord = (store: DashboardStore, chart: SavedChart): boolean => {
  if (!chart.form_data.viz_type) {
    say(t('Sorry, there is no chart definition associated with the chart trying to be added.'), { kind: 'bad' })
    return false
  }
  const { id, slice_name, description, certified_by, certification_details, form_data } = chart
  store.getState().addCharts([{ id, slice_name, description, certified_by, certification_details, form_data }])
  if (chart.datasource_id === null || store.getState().datasets[form_data.datasource]) return true
  void readDataset(chart.datasource_id, chart.datasource_type).then((dataset) => dataset && store.getState().addCharts([], [dataset]))
  return true
}
