import { msg } from '../../i18n/t.ts'
import type { FormData } from '../query-object.ts'
import { asList } from '../read.ts'

const metricControls = ['metrics', 'metric', 'metrics_b', 'percent_metrics', 'size', 'x', 'y']

/** Whether a chart counts or sums anything. Where it does not, its rows are on show already. */
const hasMetrics = (form: FormData): boolean =>
  form['query_mode'] !== 'raw' && metricControls.some((name) => asList(form[name]).some((metric) => metric !== '' && metric !== null))

type Chart = { form: FormData; behaviors: readonly string[]; isForbiddenByDatabase: boolean }

const forbiddenByDatabase = msg('Drill to detail is disabled for this database. Change the database settings to enable it.')
const noMetrics = msg('Drill to detail is disabled because this chart does not group data by dimension value.')

/** Why the rows behind a chart cannot be looked at; null where they can. */
export const detailRefusal = ({ form, isForbiddenByDatabase }: Chart): string | null =>
  isForbiddenByDatabase ? forbiddenByDatabase : hasMetrics(form) ? null : noMetrics

/** Why the rows behind a mark cannot be looked at; null where they can. */
export const detailByRefusal = (chart: Chart, hasFilters: boolean): string | null => {
  const whole = detailRefusal(chart)
  if (whole !== null) return whole
  if (!chart.behaviors.includes('DRILL_TO_DETAIL')) return msg('Drill to detail by value is not yet supported for this chart type.')
  return hasFilters ? null : msg('Right-click on a dimension value to drill to detail by that value.')
}

/** Why a chart cannot be shown by another dimension; null where it can. */
export const drillByRefusal = ({ form, behaviors }: Chart): string | null => {
  if (!behaviors.includes('DRILL_BY')) return msg('Drill by is not yet supported for this chart type')
  return hasMetrics(form) ? null : msg('Drill by is not available for this data point')
}

/** Why no range of a chart's axes can filter the others; null where one can be dragged, or where there are no axes. */
export const rangeRefusal = ({ viz_type }: FormData): string | null =>
  viz_type === 'bubble_v2' ? msg('The axes of this chart show metrics, which other charts cannot be filtered by.') : null

type CrossFilter = { isEnabled: boolean; behaviors: readonly string[]; hasSelection: boolean }

/** Why an item of a chart cannot filter the others; null where it can. */
export const crossFilterRefusal = ({ isEnabled, behaviors, hasSelection }: CrossFilter): string | null => {
  if (!isEnabled) return msg('Cross-filtering is not enabled for this dashboard.')
  if (!behaviors.includes('INTERACTIVE_CHART')) return msg('This visualization type does not support cross-filtering.')
  return hasSelection ? null : msg("You can't apply cross-filter on this data point.")
}
