import type { DatasetFacts } from '#charts/control.ts'
import { ownValue } from '#core/encoding/own-keys.ts'
import type { FormData } from '#core/query/query-object.ts'
import { newFilter } from '../../../controls/filter/filter-draft.ts'
import {
  countMetric,
  chooseGrain,
  chooseGroupColumn,
  findMeasures,
  chooseMetric,
  noColumnStats,
  simpleMetric,
  findTimeColumn,
} from './choose-fields.ts'
import type { ColumnStats } from './choose-fields.ts'

type Source = DatasetFacts & { type?: string }

const datasourceOf = ({ id, type = 'table' }: Source): string => `${id}__${type}`

/** The first chart of a dataset: a line over time, else bars by group, else a table. */
export const buildFirstForm = (dataset: Source, glance: ColumnStats = noColumnStats, timeRange?: string): FormData => {
  const datasource = datasourceOf(dataset)
  const time = findTimeColumn(dataset)
  const filters = time ? [newFilter(time, timeRange)] : []
  if (time) {
    const span = ownValue(glance.span, time.column_name)
    const offered = (dataset.time_grain_sqla ?? []).map(([grain]) => grain)
    const series = chooseGroupColumn({ dataset, glance }, 8)
    return {
      viz_type: 'echarts_timeseries_line',
      datasource,
      x_axis: time.column_name,
      time_grain_sqla: span ? chooseGrain(span[0], span[1], offered) : 'P1D',
      metrics: [chooseMetric(dataset)],
      groupby: series ? [series.column_name] : [],
      adhoc_filters: filters,
    }
  }
  const group = chooseGroupColumn({ dataset, glance }, 60)
  if (group)
    return {
      viz_type: 'echarts_timeseries_bar',
      datasource,
      x_axis: group.column_name,
      metrics: [chooseMetric(dataset)],
      groupby: [],
      adhoc_filters: [],
      ...(ownValue(glance.distinct, group.column_name) === undefined && { row_limit: 100 }),
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

/** Suggested charts for an empty one. */
export const suggestCharts = (dataset: Source, glance: ColumnStats = noColumnStats): Suggestion[] => {
  const datasource = datasourceOf(dataset)
  const time = findTimeColumn(dataset)
  const group = chooseGroupColumn({ dataset, glance }, 60)
  const measure = findMeasures(dataset)[0]
  const found: Suggestion[] = []
  if (time) found.push({ key: 'over-time', viz_type: 'echarts_timeseries_line', form: buildFirstForm(dataset, glance) })
  if (group)
    found.push({
      key: 'by-group',
      viz_type: 'echarts_timeseries_bar',
      form: {
        viz_type: 'echarts_timeseries_bar',
        datasource,
        x_axis: group.column_name,
        metrics: [countMetric(dataset)],
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
