import type { AdhocFilter } from '../adhoc-filter.ts'
import type { FilterClause, FormData } from '../query-object.ts'
import { asList, asRecord } from '../read.ts'
import { adhocFilterOf } from './mark-filter.ts'

/** Overrides of a dashboard and the control that holds the same. */
const overridden: Record<string, string> = {
  granularity_sqla: 'granularity_sqla',
  granularity: 'granularity_sqla',
  time_grain_sqla: 'time_grain_sqla',
}

const conditionText = ({ subject, operator, comparator, sqlExpression }: AdhocFilter) =>
  JSON.stringify([subject, operator, comparator, sqlExpression])

const withoutRepeats = (filters: readonly AdhocFilter[]): AdhocFilter[] =>
  filters.filter((filter, i) => filters.findIndex((other) => conditionText(other) === conditionText(filter)) === i)

/**
 * The form of a chart with the filters of its dashboard among its own, marked as inherited (`isExtra`): explore shows them and does not
 * save them with the chart.
 */
export const withInheritedFilters = ({ extra_form_data, dashboardId: _dashboardId, ...form }: FormData): FormData => {
  const extra = asRecord(extra_form_data)
  const range = extra['time_range']
  const inherited = [...asList<FilterClause>(extra['filters']).map(adhocFilterOf), ...asList<AdhocFilter>(extra['adhoc_filters'])]
  const narrowed = (name: string) => {
    const own = asList<AdhocFilter>(form[name]).map((filter) =>
      range !== undefined && filter.operator === 'TEMPORAL_RANGE' ? { ...filter, comparator: range, isExtra: true } : filter,
    )
    return { [name]: withoutRepeats([...own, ...inherited.map((filter) => ({ ...filter, isExtra: true }))]) }
  }
  const controls = Object.entries(overridden).flatMap(([key, control]) =>
    extra[key] === undefined ? [] : [[control, extra[key]] as const],
  )
  return {
    ...form,
    viz_type: form.viz_type,
    datasource: form.datasource,
    ...Object.fromEntries(controls),
    ...(range !== undefined && 'time_range' in form && { time_range: range }),
    ...narrowed('adhoc_filters'),
    ...('adhoc_filters_b' in form && narrowed('adhoc_filters_b')),
  }
}

/** The form of a drilled chart as it is saved: the filters of the dashboard become its own. */
export const savedDrillForm = (form: FormData): FormData => {
  const { chart_id: _chartId, ...inherited } = withInheritedFilters(form)
  const own = (name: string) => ({ [name]: asList<AdhocFilter>(inherited[name]).map(({ isExtra: _isExtra, ...filter }) => filter) })
  return {
    ...inherited,
    viz_type: form.viz_type,
    datasource: form.datasource,
    ...own('adhoc_filters'),
    ...('adhoc_filters_b' in inherited && own('adhoc_filters_b')),
  }
}
