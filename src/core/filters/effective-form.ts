import type { FormData } from '../query/query-object.ts'
import { asRecord } from '../query/read.ts'
import type { DataMasks } from './data-mask.ts'
import { mergeExtra } from './extra-form-data.ts'
import type { Reach } from './reach.ts'

export type Around = {
  dashboardId: number
  masks: DataMasks
  reach: Reach
  /** Of the address, without the reserved ones. */
  urlParams: Readonly<Record<string, string>>
  colorScheme?: string | undefined
  labelColors?: Readonly<Record<string, string>> | undefined
}

/** What reaches a chart, in the order of merging. */
export const masksOn = (chartId: number, { masks, reach }: Pick<Around, 'masks' | 'reach'>) =>
  Object.entries(masks).flatMap(([id, mask]) => (reach.get(id)?.has(chartId) ? [{ ...mask, id }] : []))

/** What a chart asks on a dashboard: its own form, and what filters, cross-filters, address and colours of the dashboard add. */
export const effectiveForm = (chartId: number, form: FormData, around: Around): FormData => {
  const { dashboardId, urlParams, colorScheme, labelColors } = around
  const extra = mergeExtra(masksOn(chartId, around).map((mask) => mask.extraFormData ?? {}))
  return {
    ...form,
    dashboardId,
    extra_form_data: extra,
    ...(Object.keys(urlParams).length > 0 && { url_params: { ...asRecord(form['url_params']), ...urlParams } }),
    ...(colorScheme && { color_scheme: colorScheme }),
    ...(labelColors && Object.keys(labelColors).length > 0 && { label_colors: labelColors }),
  }
}
