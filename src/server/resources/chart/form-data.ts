import { readObject } from '#core/encoding/read-object.ts'

/** The stored columns that a chart's form data is made of. */
export type ChartParts = {
  id: number
  params: string | null
  viz_type: string
  datasource_id: number | null
  datasource_type: string
  cache_timeout?: number | null
}

/** A chart's form data: its stored params, completed from its row. */
export const formDataOf = (chart: ChartParts): Record<string, unknown> => ({
  ...readObject(chart.params),
  slice_id: chart.id,
  viz_type: chart.viz_type,
  datasource: `${chart.datasource_id ?? 'None'}__${chart.datasource_type}`,
  ...(chart.cache_timeout ? { cache_timeout: chart.cache_timeout } : {}),
})

export const exploreUrl = (id: number): string => `/explore/?slice_id=${id}`

export const sliceUrl = (id: number): string => `/explore/?slice_id=${id}&form_data=%7B%22slice_id%22%3A%20${id}%7D`

export const datasetUrl = (id: number, type = 'table'): string => `/explore/?datasource_type=${type}&datasource_id=${id}`
