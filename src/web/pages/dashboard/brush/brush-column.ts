import type { FormData } from '#core/query/query-object.ts'

/** The column on the x axis of a chart, which a span of it filters. The x axis of horizontal bars measures. */
export const brushColumn = (form: FormData): string | undefined => {
  const column = form[form.viz_type === 'histogram_v2' ? 'column' : 'x_axis']
  return typeof column === 'string' && form['orientation'] !== 'horizontal' ? column : undefined
}
