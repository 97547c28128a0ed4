import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { chartList } from '#api/chart.ts'
import { datasetGet } from '#api/dataset.ts'
import type { RowOf } from '#api/declare/route.ts'
import { callRecord } from '../../../../data/call.ts'
import { charts } from '../../../../data/resources.ts'
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

/** The server limits it to 100. */
const pageSize = 200

/** Saved charts that can be added to a dashboard. */
export const useSavedCharts = ({ text, owner, sort }: ChartSearch) =>
  useQuery({
    ...charts.list({
      columns,
      filters: [
        ...(text.trim() ? [{ col: 'slice_name', opr: 'chart_all_text', value: text.trim() }] : []),
        ...(owner === null ? [] : [{ col: 'owners', opr: 'rel_m_m', value: owner }]),
      ],
      page_size: pageSize,
      order_column: sort,
      order_direction: chartSorts[sort],
    }),
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
