import type { DatasetFacts } from '#charts/control.ts'
import type { FormData } from '#core/query/query-object.ts'
import { newFilter } from '../../../controls/filter/filter-draft.ts'
import { countOf, grainFor, groupOf, measuresOf, nextMetric, noGlance, simpleMetric, timeOf } from './choose-fields.ts'
import type { Glance } from './choose-fields.ts'

/** A chart worth seeing at once: a line over time, else bars by group, else the rows themselves. */
export const firstForm = (dataset: DatasetFacts, glance: Glance = noGlance): FormData => {
  const datasource = `${dataset.id}__table`
  const time = timeOf(dataset)
  const filters = time ? [newFilter(time)] : []
  if (time) {
    const span = glance.span[time.column_name]
    const offered = (dataset.time_grain_sqla ?? []).map(([grain]) => grain)
    const series = groupOf({ dataset, glance }, 8)
    return {
      viz_type: 'echarts_timeseries_line',
      datasource,
      x_axis: time.column_name,
      time_grain_sqla: span ? grainFor(span[0], span[1], offered) : 'P1D',
      metrics: [nextMetric(dataset)],
      groupby: series ? [series.column_name] : [],
      adhoc_filters: filters,
    }
  }
  const group = groupOf({ dataset, glance }, 60)
  if (group)
    return {
      viz_type: 'echarts_timeseries_bar',
      datasource,
      x_axis: group.column_name,
      metrics: [nextMetric(dataset)],
      groupby: [],
      adhoc_filters: [],
      ...(glance.distinct[group.column_name] === undefined && { row_limit: 100 }),
    }
  return {
    viz_type: 'table',
    datasource,
    query_mode: 'raw',
    all_columns: dataset.columns.map((column) => column.column_name),
    adhoc_filters: [],
    row_limit: 1000,
  }
}

export type Suggestion = { key: string; viz_type: string; form: FormData }

/** What an empty picture offers to start from. */
export const suggestions = (dataset: DatasetFacts, glance: Glance = noGlance): Suggestion[] => {
  const datasource = `${dataset.id}__table`
  const time = timeOf(dataset)
  const group = groupOf({ dataset, glance }, 60)
  const measure = measuresOf(dataset)[0]
  const found: Suggestion[] = []
  if (time) found.push({ key: 'over-time', viz_type: 'echarts_timeseries_line', form: firstForm(dataset, glance) })
  if (group)
    found.push({
      key: 'by-group',
      viz_type: 'echarts_timeseries_bar',
      form: {
        viz_type: 'echarts_timeseries_bar',
        datasource,
        x_axis: group.column_name,
        metrics: [countOf(dataset)],
        groupby: [],
        adhoc_filters: time ? [newFilter(time)] : [],
      },
    })
  if (measure)
    found.push({
      key: 'highest',
      viz_type: 'big_number_total',
      form: {
        viz_type: 'big_number_total',
        datasource,
        metric: simpleMetric(measure, 'MAX'),
        adhoc_filters: time ? [newFilter(time)] : [],
      },
    })
  return found
}
