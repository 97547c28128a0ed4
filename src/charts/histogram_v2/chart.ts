import { buildQueryObject } from '#core/query/build-query-context.ts'
import { columnLabel } from '#core/query/labels.ts'
import type { FormData, QueryObject } from '#core/query/query-object.ts'
import type { StatedForm } from '../read-form.ts'
import { columnNames, listed } from '../shared/time-series/form/sentence.ts'
import { defineChart } from '../define-chart.ts'
import { histogramControls } from './controls.ts'
import { histogramOption } from './option.ts'
import { histogramSelection } from './selection.ts'

const queries = (form: StatedForm<typeof histogramControls>, saved: FormData): QueryObject[] => {
  const base = buildQueryObject(saved, {})
  const { metrics: _, ...rest } = base
  const { column, groupby = [] } = form
  return [
    {
      ...rest,
      columns: [...groupby, ...(column ? [column] : [])],
      post_processing: [
        {
          operation: 'histogram',
          options: {
            column: column ? columnLabel(column) : undefined,
            groupby: groupby.map(columnLabel),
            bins: Math.trunc(form.bins ?? 5),
            ...(form.cumulative !== undefined && { cumulative: form.cumulative }),
            ...(form.normalize !== undefined && { normalize: form.normalize }),
          },
        },
      ],
    },
  ]
}

export const histogramChart = defineChart({
  viz_type: 'histogram_v2',
  name: 'Histogram',
  description: 'Shows how the values of one column spread.',
  category: 'Distribution',
  tags: ['Comparison', 'ECharts', 'Pattern', 'Range'],
  behaviors: ['INTERACTIVE_CHART', 'DRILL_TO_DETAIL', 'DRILL_BY'],
  series: 'bar',
  controls: histogramControls,
  buildQuery: queries,
  option: histogramOption,
  selection: histogramSelection,
  sentence: (form, context) => {
    const { t } = context
    const column = columnNames(form.column, context)[0] ?? t('Nothing')
    const dimensions = columnNames(form.groupby, context)
    const spread = t('Spread of %(column)s', { column })
    return dimensions.length > 0 ? t('%(start)s, by %(dimensions)s', { start: spread, dimensions: listed(dimensions, t) }) : spread
  },
})
