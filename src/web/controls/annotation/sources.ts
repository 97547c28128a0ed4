import { useQuery } from '@tanstack/react-query'
import { chartGet } from '#api/chart.ts'
import { layerGet, layerList } from '#api/annotation-layer.ts'
import type { Choice } from '#charts/control.ts'
import { readObject } from '#core/encoding/read-object.ts'
import { columnLabel, metricLabel } from '#core/query/labels.ts'
import type { QueryColumn, QueryMetric } from '#core/query/query-object.ts'
import { asList } from '#core/query/read.ts'
import { callRecord } from '../../data/call.ts'
import { charts, listQueries, viewKey } from '../../data/resources.ts'
import { useSearch } from '../../data/wire/use-search.ts'

/** Chart types whose rows can be annotations: tables hold events and intervals, lines hold series. */
export const sourceVizTypes: Record<string, readonly string[]> = {
  table: ['table'],
  line: [
    'echarts_timeseries',
    'echarts_timeseries_line',
    'echarts_timeseries_smooth',
    'echarts_timeseries_step',
    'echarts_timeseries_scatter',
    'echarts_timeseries_bar',
    'echarts_area',
  ],
}

const firstPage = { page: 0, page_size: 100 }

type Source = { value: number; label: string }

const named = (col: 'name' | 'slice_name', text: string) => (text.trim() === '' ? [] : [{ col, opr: 'ct', value: text.trim() }])

/** Annotation layers, or saved charts, whose name contains a text. */
const fetchSources = async (sourceType: string | null | undefined, text: string, signal: AbortSignal): Promise<Source[]> => {
  if (sourceType === 'NATIVE') {
    const { result } = await listQueries(layerList)
      .list({ columns: ['id', 'name'], filters: named('name', text), order_column: 'name', order_direction: 'asc', ...firstPage })
      .queryFn({ signal })
    return result.map(({ id, name }) => ({ value: id, label: name }))
  }
  const { result } = await charts
    .list({
      columns: ['id', 'slice_name'],
      filters: [{ col: 'viz_type', opr: 'in', value: [...(sourceVizTypes[sourceType ?? ''] ?? [])] }, ...named('slice_name', text)],
      order_column: 'slice_name',
      order_direction: 'asc',
      ...firstPage,
    })
    .queryFn({ signal })
  return result.map(({ id, slice_name }) => ({ value: id, label: slice_name }))
}

const fetchSource = async (sourceType: string | null | undefined, id: number, signal: AbortSignal): Promise<Source> => {
  if (sourceType === 'NATIVE') {
    const { data } = await callRecord(layerGet, { params: { pk: id }, columns: ['name'] }, { signal })
    return { value: id, label: String(data.result.name) }
  }
  const { data } = await callRecord(chartGet, { params: { idOrName: String(id) }, columns: ['slice_name'] }, { signal })
  return { value: id, label: String(data.result.slice_name) }
}

/** The sources that a search finds on the server, and the name of the chosen one, which may be none of the first hundred. */
export const useSources = (sourceType: string | null | undefined, chosen: unknown) => {
  const isOffered = sourceType === 'NATIVE' || sourceType === 'line' || sourceType === 'table'
  const { data, isWaiting, ...search } = useSearch((text) => ({
    queryKey: viewKey(['chart'], 'annotation sources', sourceType, text),
    enabled: isOffered,
    retry: false,
    queryFn: ({ signal }) => fetchSources(sourceType, text, signal),
  }))
  const id = typeof chosen === 'number' ? chosen : null
  const isUnknown = id !== null && data !== undefined && !data.some(({ value }) => value === id)
  const { data: own } = useQuery({
    queryKey: viewKey(['chart'], 'annotation source', sourceType, id),
    enabled: isOffered && isUnknown,
    retry: false,
    queryFn: ({ signal }) => fetchSource(sourceType, id ?? 0, signal),
  })
  return { sources: data ?? [], chosenLabel: own?.label, isWaiting: isOffered && isWaiting, ...search }
}

/** The columns of a table that a form describes, by their names in its result. */
export const columnsOfForm = (form: Record<string, unknown>): string[] => {
  const dimensions = ['all_columns', 'groupby', 'columns'].flatMap((key) => asList<QueryColumn>(form[key])).map(columnLabel)
  const measures = ['metrics', 'metric', 'percent_metrics'].flatMap((key) => asList<QueryMetric>(form[key])).map(metricLabel)
  return [
    ...new Set(form['query_mode'] === 'raw' ? asList<QueryColumn>(form['all_columns']).map(columnLabel) : [...dimensions, ...measures]),
  ]
}

/** The columns of the chart that a layer reads. */
export const useSourceColumns = (chartId: unknown, isEnabled: boolean): Choice[] => {
  const id = Number(chartId)
  const { data } = useQuery({
    queryKey: viewKey(['chart'], 'columns of an annotation source', id),
    enabled: isEnabled && Number.isInteger(id) && id > 0,
    retry: false,
    queryFn: async ({ signal }) => {
      const { data: answer } = await callRecord(chartGet, { params: { idOrName: String(id) }, columns: ['params'] }, { signal })
      return columnsOfForm(readObject(String(answer.result.params ?? '')))
    },
  })
  return (data ?? []).map((name) => ({ value: name, label: name }))
}
