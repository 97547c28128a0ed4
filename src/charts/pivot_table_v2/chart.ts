import { buildQueryObject } from '#core/query/build-query-context.ts'
import type { FormData, QueryColumn, QueryMetric, QueryObject } from '#core/query/query-object.ts'
import { asList, asRecord } from '#core/query/read.ts'
import { isTemporal } from '#core/table.ts'
import type { Json, Table } from '#core/table.ts'
import { aggregations } from '#core/transform/cell-aggregations.ts'
import type { Chart, ClickedItem, Control, Selection } from '../chart.ts'
import * as shared from '../shared/controls.ts'
import { checkbox, drawn, drawnRows, labelled, select, startsAs } from '../shared/controls.ts'
import { grainedColumns } from '../shared/grained-columns.ts'
import { columnNames, listed, metricNames } from '../shared/time-series/sentence.ts'
import { drawPivot } from './draw.ts'
import { settingsOf } from './settings.ts'

const queries = (form: FormData): QueryObject[] => {
  const { orderby: _, ...base } = buildQueryObject(form)
  const all = [...asList<QueryColumn>(form['groupbyColumns']), ...asList<QueryColumn>(form['groupbyRows'])]
  const by = base.series_limit_metric ?? asList<QueryMetric>(form['metrics'])[0]
  return [
    {
      ...base,
      columns: grainedColumns(form, [...new Set(all)]),
      ...(by !== undefined && { orderby: [[by, !base.order_desc]] as QueryObject['orderby'] }),
    },
  ]
}

/** The names are the wire's; they are written like all others. */
const aggregationChoices = Object.keys(aggregations).map((value) => ({
  value,
  label: `${value.slice(0, 1)}${value.slice(1).toLowerCase()}`,
}))

const dimensions = (name: string, label: string): Control => ({ name, type: 'columns', label, default: [] })

const orders = labelled({
  key_a_to_z: 'Key a-z',
  key_z_to_a: 'Key z-a',
  value_a_to_z: 'Value ascending',
  value_z_to_a: 'Value descending',
})

const position = (name: string, label: string, [first, last]: [string, string]): Control =>
  startsAs(
    select(name, label, false, {
      choices: [
        { value: true, label: first },
        { value: false, label: last },
      ],
    }),
    true,
  )

/** A label stands for the values of its dimensions, a number for those of its row and its column; times stand for nothing. */
const selection = (params: ClickedItem, tables: Table[], form: FormData): Selection | null => {
  const { rows, columns } = settingsOf(form)
  const data = asRecord(params.data)
  const parts = [rows, columns].flatMap((names, i) =>
    asList<Json>(data[i === 0 ? 'row' : 'column']).map((val, at) => ({ col: names[at] ?? '', val })),
  )
  const times = new Set(tables[0]?.columns.filter(isTemporal).map(({ name }) => name))
  const filters = parts.filter(({ col }) => !times.has(col))
  if (filters.length === 0) return null
  const texts = filters.map(({ val }) => String(val ?? '<NULL>'))
  return {
    filters: filters.map(({ col, val }, i) => ({ col, op: 'IN', val: [val], formattedVal: texts[i] as string })),
    label: texts.join(', '),
  }
}

export const pivotChart: Chart = {
  viz_type: 'pivot_table_v2',
  name: 'Pivot Table',
  description: 'Sums up measures where rows and columns of groups meet.',
  category: 'Table',
  tags: ['Additive', 'Report', 'Tabular', 'Popular'],
  behaviors: ['INTERACTIVE_CHART', 'DRILL_TO_DETAIL', 'DRILL_BY'],
  controls: [
    {
      label: 'Query',
      tab: 'data',
      open: true,
      rows: [
        [dimensions('groupbyColumns', 'Columns')],
        [dimensions('groupbyRows', 'Rows')],
        [shared.timeGrainOf('groupbyColumns', 'groupbyRows')],
        [shared.temporalColumns],
        [shared.metrics],
        ...drawnRows(select('metricsLayout', 'Apply metrics on', 'COLUMNS', { choices: labelled({ COLUMNS: 'Columns', ROWS: 'Rows' }) })),
        [shared.adhocFilters],
        [shared.seriesLimit('series_limit')],
        [{ ...shared.rowLimit, label: 'Cell limit' }],
        [shared.sortMetric('series_limit_metric')],
        [shared.orderDesc('series_limit_metric')],
      ],
    },
    {
      label: 'Options',
      tab: 'data',
      open: true,
      rows: drawnRows(
        select('aggregateFunction', 'Aggregation function', 'Sum', { choices: aggregationChoices }),
        checkbox('rowTotals', 'Show rows total', false),
        checkbox('rowSubTotals', 'Show rows subtotal', false),
        checkbox('colTotals', 'Show columns total', false),
        checkbox('colSubTotals', 'Show columns subtotal', false),
        checkbox('transposePivot', 'Transpose pivot', false),
        checkbox('combineMetric', 'Combine metrics', false),
      ),
    },
    {
      label: 'Options',
      tab: 'customize',
      open: true,
      rows: [
        [shared.numberFormat('valueFormat', 'Value format')],
        [shared.currencyFormat],
        [shared.timeFormat('date_format', 'Date format')],
        ...drawnRows(
          select('rowOrder', 'Sort rows by', 'key_a_to_z', { choices: orders }),
          select('colOrder', 'Sort columns by', 'key_a_to_z', { choices: orders }),
          position('rowSubtotalPosition', 'Rows subtotal position', ['Top', 'Bottom']),
          position('colSubtotalPosition', 'Columns subtotal position', ['Left', 'Right']),
        ),
        [drawn({ name: 'conditional_formatting', type: 'conditional-formatting', label: 'Conditional formatting' })],
        [drawn(checkbox('allow_render_html', 'Render columns in HTML format', true))],
      ],
    },
  ],
  buildQuery: queries,
  selection,
  svg: drawPivot,
  sentence: (form, context) => {
    const { t } = context
    const metrics = listed(metricNames(form['metrics'], context), t) || t('Nothing')
    const names = [...columnNames(form['groupbyRows'], context), ...columnNames(form['groupbyColumns'], context)]
    return names.length > 0 ? t('%(metrics)s by %(dimensions)s', { metrics, dimensions: listed(names, t) }) : metrics
  },
}
