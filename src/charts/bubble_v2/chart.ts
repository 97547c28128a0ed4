import { buildQueryObject } from '#core/query/build-query-context.ts'
import { metricLabel, uniqueByLabel } from '#core/query/labels.ts'
import type { FormData, QueryColumn, QueryMetric, QueryObject } from '#core/query/query-object.ts'
import { asList, isSet } from '#core/query/read.ts'
import type { Chart, Control } from '../chart.ts'
import * as shared from '../shared/controls.ts'
import { checkbox, choices, drawnRows, isNonEmpty, on, select, slider, text } from '../shared/controls.ts'
import { columnNames, listed, metricNames } from '../shared/time-series/sentence.ts'
import { bubbleOption } from './option.ts'

const queries = (form: FormData): QueryObject[] => {
  const { orderby, ...rest } = form
  const base = buildQueryObject(rest)
  const [by] = asList<QueryMetric>(orderby)
  return [
    {
      ...base,
      columns: [...asList<QueryColumn>(form['entity']), ...asList<QueryColumn>(form['series'])],
      metrics: uniqueByLabel(
        [...asList<QueryMetric>(form['x']), ...asList<QueryMetric>(form['y']), ...asList<QueryMetric>(form['size'])],
        metricLabel,
      ),
      ...(by !== undefined && { orderby: [[by, !base.order_desc]] as QueryObject['orderby'] }),
    },
  ]
}

const measure = (name: string, label: string): Control => ({
  name,
  type: 'metric',
  label,
  default: null,
  required: true,
  validate: isNonEmpty,
})
const margins = choices(15, 30, 50, 75, 100, 125, 150, 200)

export const bubbleChart: Chart = {
  viz_type: 'bubble_v2',
  name: 'Bubble Chart',
  description: 'Shows three measures of each thing: two as place, one as size.',
  category: 'Correlation',
  tags: ['Multi-Dimensions', 'Comparison', 'Scatter', 'Time', 'Trend', 'ECharts', 'Featured'],
  behaviors: [],
  controls: [
    {
      label: 'Query',
      tab: 'data',
      open: true,
      rows: [
        [{ name: 'series', type: 'column', label: 'Dimension', default: null, clearable: true }],
        [{ name: 'entity', type: 'column', label: 'Entity', default: null, required: true, validate: isNonEmpty }],
        [measure('x', 'X-axis')],
        [measure('y', 'Y-axis')],
        [shared.adhocFilters],
        [measure('size', 'Bubble size')],
        [shared.sortMetric('orderby')],
        [shared.orderDesc('orderby')],
        [shared.rowLimit],
      ],
    },
    {
      label: 'Chart options',
      tab: 'customize',
      open: true,
      rows: [
        [shared.colorScheme],
        ...drawnRows(select('max_bubble_size', 'Max bubble size', 25, { freeForm: true, choices: choices(5, 10, 15, 25, 50, 75, 100) })),
        [shared.numberFormat('tooltipSizeFormat', 'Bubble size number format')],
        ...drawnRows(slider('opacity', 'Bubble opacity', 0.6, { min: 0, max: 1, step: 0.1 })),
        ...shared.legend,
      ],
    },
    {
      label: 'X-axis',
      tab: 'customize',
      rows: [
        ...drawnRows(
          text('x_axis_label', 'X-axis title', { default: '' }),
          select('xAxisLabelRotation', 'Rotate X-axis label', 0, { freeForm: true, choices: shared.degrees(0, 45, 90) }),
          select('xAxisLabelInterval', 'X-axis label interval', 'auto', { choices: shared.labelled({ auto: 'Auto', '0': 'All' }) }),
          select('x_axis_title_margin', 'X-axis title margin', 15, { freeForm: true, choices: margins }),
        ),
        [shared.numberFormat('xAxisFormat', 'X-axis format')],
        ...drawnRows(checkbox('logXAxis', 'Logarithmic X-axis', false), checkbox('truncateXAxis', 'Truncate X-axis', true), {
          name: 'xAxisBounds',
          type: 'bounds',
          label: 'X-axis bounds',
          visible: on('truncateXAxis'),
        }),
      ],
    },
    {
      label: 'Y-axis',
      tab: 'customize',
      rows: [
        ...drawnRows(
          text('y_axis_label', 'Y-axis title', { default: '' }),
          select('yAxisLabelRotation', 'Rotate Y-axis label', 0, { freeForm: true, choices: shared.degrees(0, 45) }),
          select('y_axis_title_margin', 'Y-axis title margin', 15, { freeForm: true, choices: margins }),
        ),
        [shared.numberFormat('y_axis_format', 'Y-axis format')],
        ...drawnRows(checkbox('logYAxis', 'Logarithmic Y-axis', false), checkbox('truncateYAxis', 'Truncate Y-axis', false), {
          name: 'y_axis_bounds',
          type: 'bounds',
          label: 'Y-axis bounds',
          default: [null, null],
          visible: on('truncateYAxis'),
        }),
      ],
    },
  ],
  buildQuery: queries,
  option: bubbleOption,
  sentence: (form, context) => {
    const { t } = context
    const name = (key: string) => metricNames(form[key], context)[0]
    const [x, y, size] = [name('x'), name('y'), name('size')]
    if (!x || !y) return t('Nothing')
    const by = listed([...columnNames(form['entity'], context), ...columnNames(form['series'], context)], t)
    const start = t('%(y)s against %(x)s', { y, x })
    const sized = isSet(size) ? t('%(start)s, sized by %(size)s', { start, size: size as string }) : start
    return by ? t('%(metrics)s by %(dimensions)s', { metrics: sized, dimensions: by }) : sized
  },
}
