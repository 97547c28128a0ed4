import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { chartList } from '#api/chart.ts'
import { datasetGet } from '#api/dataset.ts'
import type { RowOf } from '#api/declare/route.ts'
import { callList, callRecord, type ListQuery } from '../../../../data/call.ts'
import { isAbort } from '../../../../data/call-error.ts'
import type { DatasetRecord } from '../../data/record.ts'

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
  'datasource_name_text',
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

/** Reads a chart's dataset, for names and formats. Null if the user cannot read it. */
export const readDataset = async (id: number, type: string): Promise<DatasetRecord | null> => {
  try {
    const { data } = await callRecord(datasetGet, { params: { idOrName: String(id) }, columns: datasetColumns })
    return { ...data.result, uid: `${id}__${type}` }
  } catch {
    return null
  }
}
