import { timeSeriesMark, timeSeriesSelection } from '../shared/time-series/form/selection.ts'
import { listed, metricNames, timeSeriesSentence } from '../shared/time-series/form/sentence.ts'
import { readMixedForm } from './forms.ts'
import { mixedOption, secondGroup } from './option.ts'
import { mixedQueries } from './query.ts'
import { chartOver } from '../define-chart.ts'
import { mixedControls } from './controls.ts'

export const mixedChart = chartOver(
  {
    viz_type: 'mixed_timeseries',
    name: 'Mixed Chart',
    description: 'Two queries on one axis, each with marks and scale of its own.',
    category: 'Evolution',
    tags: ['Advanced-Analytics', 'Aesthetic', 'ECharts', 'Experimental', 'Line', 'Multi-Variables', 'Time', 'Transformable'],
    galleryPlace: 10,
    behaviors: ['INTERACTIVE_CHART', 'DRILL_TO_DETAIL', 'DRILL_BY'],
    icon: 'combined',
    series: 'bar',
    controls: mixedControls,
    buildQuery: (_, saved) => mixedQueries(saved),
    option: mixedOption,
    sentence: (form, context) => {
      const names = metricNames(form.metrics, context)
      const all = [...names, ...metricNames(form.secondMetrics, context)]
      const first = timeSeriesSentence({ ...form, groupby: [], limit: null }, context)
      return form.secondMetrics.length > 0 ? first.replace(listed(names, context.t), () => listed(all, context.t)) : first
    },
    selection: (params, tables, form) => {
      const [first, second] = form.queries
      return params.seriesId?.startsWith(secondGroup)
        ? timeSeriesSelection({ ...params, seriesId: params.seriesId.slice(secondGroup.length) }, tables.slice(1), second)
        : timeSeriesSelection(params, tables, first)
    },
    markFilters: (params, tables, form, saved) => {
      const [first, second] = form.queries
      return params.seriesId?.startsWith(secondGroup)
        ? timeSeriesMark({ ...params, seriesId: params.seriesId.slice(secondGroup.length) }, tables.slice(1), second, saved)
        : timeSeriesMark(params, tables, first, saved)
    },
  },
  { form: readMixedForm, stated: () => null },
)
