import { buildQueryObject } from '#core/query/build-query-context.ts'
import { columnLabel, metricLabel } from '#core/query/labels.ts'
import type { FormData, QueryColumn, QueryMetric, QueryObject } from '#core/query/query-object.ts'
import { asList, isSet } from '#core/query/read.ts'
import { xAxisColumn } from '#core/query/x-axis.ts'
import type { Chart, Control } from '../chart.ts'
import * as shared from '../shared/controls.ts'
import { checkbox, choices, drawnRows, isNonEmpty, labelled, select, slider, startsAs } from '../shared/controls.ts'
import { timeSeriesSentence } from '../shared/time-series/sentence.ts'
import { heatmapOption } from './option.ts'

type Order = NonNullable<QueryObject['orderby']>[number]

/** The ranks are made within the column or row that shares are taken of. */
const queries = (form: FormData): QueryObject[] => {
  const base = buildQueryObject(form)
  const metric = isSet(form['metric']) ? metricLabel(form['metric'] as QueryMetric) : undefined
  const x = xAxisColumn(form)
  const y = asList<QueryColumn>(form['groupby'])
  const ordered = (column: QueryColumn | undefined, sort: unknown): Order[] => {
    const [by, way] = String(sort ?? '').split('_')
    const key = by === 'value' ? metric : by === 'alpha' ? column : undefined
    return key === undefined ? [] : [[key, way === 'asc']]
  }
  const within = form['normalize_across'] === 'x' ? x : form['normalize_across'] === 'y' ? y[0] : undefined
  return [
    {
      ...base,
      columns: [...(x === undefined ? [] : [x]), ...y],
      orderby: [...ordered(x, form['sort_x_axis']), ...ordered(y[0], form['sort_y_axis'])],
      post_processing: [{ operation: 'rank', options: { metric, ...(within !== undefined && { group_by: columnLabel(within) }) } }],
    },
  ]
}

const orders = labelled({
  alpha_asc: 'Axis ascending',
  alpha_desc: 'Axis descending',
  value_asc: 'Metric ascending',
  value_desc: 'Metric descending',
})

const interval = (name: string, label: string): Control =>
  select(name, label, -1, {
    choices: [{ value: -1, label: 'Auto' }, ...choices(...Array.from({ length: 50 }, (_, i) => i + 1))],
  })

const margin = (name: string, label: string): Control =>
  select(name, label, 'auto', { freeForm: true, choices: [{ value: 'auto', label: 'Auto' }, ...choices(50, 75, 100, 125, 150, 200)] })

export const heatmapChart: Chart = {
  viz_type: 'heatmap_v2',
  name: 'Heatmap',
  description: 'Shows a measure for each pair of two dimensions as a colour.',
  category: 'Correlation',
  tags: ['Business', 'Intensity', 'Density', 'Single Metric', 'ECharts', 'Featured'],
  behaviors: [],
  controls: [
    {
      label: 'Query',
      tab: 'data',
      open: true,
      rows: [
        [shared.xAxis, shared.timeGrain],
        [{ name: 'groupby', type: 'column', label: 'Y-axis', default: [], required: true, validate: isNonEmpty }],
        [shared.metric],
        [shared.adhocFilters],
        [shared.rowLimit],
        [select('sort_x_axis', 'Sort X-axis', 'alpha_asc', { choices: orders })],
        [select('sort_y_axis', 'Sort Y-axis', 'alpha_asc', { choices: orders })],
        [
          select('normalize_across', 'Normalize across', 'heatmap', {
            choices: labelled({ heatmap: 'Heatmap', x: 'X-axis', y: 'Y-axis' }),
          }),
        ],
      ],
    },
    {
      label: 'Chart options',
      tab: 'customize',
      open: true,
      rows: [
        ...drawnRows(
          select('legend_type', 'Legend type', 'continuous', {
            choices: labelled({ continuous: 'Continuous', piecewise: 'Piecewise' }),
          }),
        ),
        [shared.linearColorScheme],
        ...drawnRows(
          { name: 'border_color', type: 'color', label: 'Border color', default: { r: 0, g: 0, b: 0, a: 1 } },
          slider('border_width', 'Border width', 0, { min: 0, max: 2, step: 0.1 }),
          interval('xscale_interval', 'X-scale interval'),
          interval('yscale_interval', 'Y-scale interval'),
          margin('left_margin', 'Left margin'),
          margin('bottom_margin', 'Bottom margin'),
          { name: 'value_bounds', type: 'bounds', label: 'Value bounds', default: [null, null] },
        ),
        [shared.numberFormat('y_axis_format', 'Value format')],
        [shared.timeFormat('x_axis_time_format', 'Time format')],
        ...drawnRows(select('xAxisLabelRotation', 'Rotate X-axis label', 0, { freeForm: true, choices: shared.degrees(0, 45, 90) })),
        [shared.currencyFormat],
        ...drawnRows(
          checkbox('show_legend', 'Legend', true),
          checkbox('show_percentage', 'Show percentage', true),
          startsAs(checkbox('show_values', 'Show values', false), true),
          checkbox('normalized', 'Normalized', false),
        ),
      ],
    },
  ],
  buildQuery: queries,
  option: heatmapOption,
  sentence: (form, context) => timeSeriesSentence({ ...form, metrics: asList(form['metric']) }, context),
}
