import { buildQueryObject } from '#core/query/build-query-context.ts'
import { columnLabel } from '#core/query/labels.ts'
import type { FormData, QueryObject } from '#core/query/query-object.ts'
import { isXAxisSet, xAxisColumn } from '#core/query/x-axis.ts'
import { columnNames, grainWord, listed, metricNames } from '../shared/time-series/form/sentence.ts'
import { waterfallOption } from './option.ts'
import type { StatedForm } from '../read-form.ts'
import { defineChart } from '../define-chart.ts'
import { waterfallControls } from './controls.ts'

const queries = (form: StatedForm<typeof waterfallControls>, saved: FormData): QueryObject[] => {
  const base = buildQueryObject(saved)
  const axis = isXAxisSet(saved) ? xAxisColumn(saved) : form.granularity_sqla
  const columns = [axis, form.groupby].filter((column) => column !== null && column !== undefined)
  return [{ ...base, columns, orderby: columns.map((column) => [typeof column === 'string' ? column : columnLabel(column), true]) }]
}

export const waterfallChart = defineChart({
  viz_type: 'waterfall',
  name: 'Waterfall Chart',
  description: 'Shows how changes, one after another, make a total.',
  category: 'Evolution',
  tags: ['Categorical', 'Comparison', 'ECharts', 'Featured'],
  behaviors: [],
  icon: 'waterfall',
  series: 'bar',
  controls: waterfallControls,
  buildQuery: queries,
  option: waterfallOption,
  sentence: (form, context) => {
    const { t } = context
    const metric = metricNames(form.metric, context)[0] ?? t('Nothing')
    const grain = grainWord(form, context)
    const dimensions = [...(grain ? [] : columnNames(form.x_axis, context)), ...columnNames(form.groupby, context)]
    const start = grain ? t('%(metrics)s per %(grain)s', { metrics: metric, grain }) : metric
    return dimensions.length > 0 ? t('%(metrics)s by %(dimensions)s', { metrics: start, dimensions: listed(dimensions, t) }) : start
  },
})
