import type { FormData } from '../query/query-object.ts'
import { asRecord, isSet } from '../query/read.ts'
import type { DataMask } from './data-mask.ts'
import { mergeExtra } from './extra-form-data.ts'

/** What a dashboard adds to the form of one of its charts. */
export type Surroundings = {
  dashboardId: number
  /** Those that reach the chart, in the order of merging. */
  masks: readonly DataMask[]
  /** Of the address, without the reserved ones. */
  urlParams: Readonly<Record<string, string>>
  colorScheme?: string | undefined
  labelColors?: Readonly<Record<string, unknown>> | undefined
}

/** The form as a chart is drawn and described: of the time grain that a filter has given its query. */
export const drawnForm = (form: FormData): FormData => {
  const { time_grain_sqla } = asRecord(form['extra_form_data'])
  return isSet(time_grain_sqla) && time_grain_sqla !== form['time_grain_sqla'] ? { ...form, time_grain_sqla } : form
}

/** What a chart asks on a dashboard: its own form, and what filters, cross-filters, address and colours of the dashboard add. */
export const effectiveForm = (form: FormData, { dashboardId, masks, urlParams, colorScheme, labelColors }: Surroundings): FormData => ({
  ...form,
  dashboardId,
  extra_form_data: mergeExtra(masks.map((mask) => mask.extraFormData ?? {})),
  ...(Object.keys(urlParams).length > 0 && { url_params: { ...asRecord(form['url_params']), ...urlParams } }),
  ...(colorScheme && { color_scheme: colorScheme }),
  ...(labelColors && Object.keys(labelColors).length > 0 && { label_colors: labelColors }),
})
