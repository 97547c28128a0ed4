import { buildQueryObject } from '#core/query/build-query-context.ts'
import { columnLabel } from '#core/query/labels.ts'
import type { FormData, QueryColumn, QueryObject } from '#core/query/query-object.ts'
import { asList } from '#core/query/read.ts'
import { isXAxisSet, xAxisColumn } from '#core/query/x-axis.ts'
import type { Chart, Control } from '../chart.ts'
import * as shared from '../shared/controls.ts'
import { checkbox, drawnRows, labelled, select, text } from '../shared/controls.ts'
import { columnNames, grainWord, listed, metricNames } from '../shared/time-series/sentence.ts'
import { waterfallOption } from './option.ts'

const queries = (form: FormData): QueryObject[] => {
  const base = buildQueryObject(form)
  const axis = isXAxisSet(form) ? xAxisColumn(form) : (form['granularity_sqla'] as string | undefined)
  const columns = [...(axis === undefined ? [] : [axis]), ...asList<QueryColumn>(form['groupby'])]
  return [{ ...base, columns, orderby: columns.map((column) => [typeof column === 'string' ? column : columnLabel(column), true]) }]
}

const picker = (name: string, label: string, [r, g, b]: [number, number, number], heading?: string): Control => ({
  name,
  type: 'color',
  label,
  default: { r, g, b, a: 1 },
  ...(heading && { heading }),
})

export const waterfallChart: Chart = {
  viz_type: 'waterfall',
  name: 'Waterfall Chart',
  description: 'Shows how changes, one after another, make a total.',
  category: 'Evolution',
  tags: ['Categorical', 'Comparison', 'ECharts', 'Featured'],
  behaviors: [],
  controls: [
    {
      label: 'Query',
      tab: 'data',
      open: true,
      rows: [
        [shared.xAxis, shared.timeGrain],
        [{ name: 'groupby', type: 'column', label: 'Breakdowns', default: [], clearable: true }],
        [shared.metric],
        [shared.adhocFilters],
        [shared.rowLimit],
      ],
    },
    {
      label: 'Chart options',
      tab: 'customize',
      open: true,
      rows: [
        ...drawnRows(
          checkbox('show_value', 'Show value', false),
          checkbox('show_legend', 'Show legend', false),
          picker('increase_color', 'Increase', [90, 193, 137], 'Series colors'),
          picker('decrease_color', 'Decrease', [224, 67, 85]),
          checkbox('show_total', 'Show total', true),
          picker('total_color', 'Total', [102, 102, 102]),
          text('x_axis_label', 'X-axis label', { heading: 'X-axis', default: '' }),
        ),
        [shared.timeFormat('x_axis_time_format', 'Time format')],
        ...drawnRows(
          select('x_ticks_layout', 'X tick layout', 'auto', {
            choices: labelled({ auto: 'Auto', flat: 'Flat', '45°': '45°', '90°': '90°', staggered: 'Staggered' }),
          }),
          text('y_axis_label', 'Y-axis label', { heading: 'Y-axis', default: '' }),
        ),
        [shared.numberFormat('y_axis_format', 'Y-axis format')],
        [shared.currencyFormat],
      ],
    },
  ],
  buildQuery: queries,
  option: waterfallOption,
  sentence: (form, context) => {
    const { t } = context
    const metric = metricNames(form['metric'], context)[0] ?? t('Nothing')
    const grain = grainWord(form, context)
    const dimensions = [...(grain ? [] : columnNames(form['x_axis'], context)), ...columnNames(form['groupby'], context)]
    const start = grain ? t('%(metrics)s per %(grain)s', { metrics: metric, grain }) : metric
    return dimensions.length > 0 ? t('%(metrics)s by %(dimensions)s', { metrics: start, dimensions: listed(dimensions, t) }) : start
  },
}
