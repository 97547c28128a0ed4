import { columnLabel } from '#core/query/labels.ts'
import type { FormData, QueryColumn } from '#core/query/query-object.ts'
import { asList, asRecord, isSet } from '#core/query/read.ts'
import type { Table } from '#core/table.ts'
import type { Chart, ClickedItem, Control, ControlState, Selection } from '../chart.ts'
import * as shared from '../shared/controls.ts'
import { checkbox, choices, drawnRows, isInteger, labelled, select, startsBy } from '../shared/controls.ts'
import { columnNames, listed, metricNames } from '../shared/time-series/sentence.ts'
import { drawTable } from './draw.ts'
import { tableMode, tableQueries } from './query.ts'

const aggregate = ({ form }: ControlState) => tableMode(form) === 'aggregate'
const raw = ({ form }: ControlState) => tableMode(form) === 'raw'
const grouped = ['groupby', 'metrics', 'percent_metrics']
const needed: Control['validate'] = (_, { form }, t) => {
  const chosen = tableMode(form) === 'raw' ? ['all_columns'] : grouped
  return chosen.some((name) => isSet(form[name]))
    ? null
    : tableMode(form) === 'raw'
      ? t('must have a value: choose columns')
      : t('must have a value: choose dimensions or metrics')
}

const everyColumn = ({ form, dataset }: ControlState) =>
  tableMode(form) === 'raw' ? (dataset?.columns ?? []).map((column) => column.column_name) : []
const grain = shared.timeGrainOf('groupby')

const pageSizes = [{ value: 0, label: 'All' }, ...choices(10, 20, 50, 100, 200)]

const orderings = ({ form, dataset }: ControlState) => {
  const names = isSet(form['all_columns'])
    ? asList<QueryColumn>(form['all_columns']).map(columnLabel)
    : (dataset?.columns ?? []).map((column) => column.column_name)
  return names.flatMap((name) => [
    { value: JSON.stringify([name, true]), label: `${name} [asc]` },
    { value: JSON.stringify([name, false]), label: `${name} [desc]` },
  ])
}

/** A clicked cell: `name` is its column, `data` its row. Grouped tables filter by their dimensions, raw ones by any column. */
const selection = (params: ClickedItem, _: Table[], form: FormData): Selection | null => {
  const { name } = params
  const data = asRecord(params.data)
  const dimensions = asList<QueryColumn>(form['groupby']).map(columnLabel)
  if (name === undefined || !(name in data) || (tableMode(form) === 'aggregate' && !dimensions.includes(name))) return null
  const val = data[name] ?? null
  const label = String(val ?? '<NULL>')
  return { filters: [{ col: name, op: 'IN', val: [val], formattedVal: label }], label }
}

export const tableChart: Chart = {
  viz_type: 'table',
  name: 'Table',
  description: 'Rows and columns: raw records, or numbers by group with totals and shares.',
  category: 'Table',
  tags: ['Additive', 'Business', 'Pattern', 'Popular', 'Report', 'Sequential', 'Tabular', 'Description'],
  behaviors: ['INTERACTIVE_CHART', 'DRILL_TO_DETAIL', 'DRILL_BY'],
  tile: 4,
  controls: [
    {
      label: 'Query',
      tab: 'data',
      open: true,
      rows: [
        [
          {
            ...select('query_mode', 'Query mode', null, { choices: labelled({ aggregate: 'Aggregate', raw: 'Raw records' }) }),
            initial: ({ form }) => (form['slice_id'] || grouped.some((name) => isSet(form[name])) ? tableMode(form) : 'raw'),
          },
        ],
        [{ ...shared.groupby, visible: aggregate, validate: needed }],
        [{ ...grain, visible: (state) => aggregate(state) && grain.visible?.(state) === true }],
        [shared.temporalColumns],
        [{ ...shared.metrics, required: false, visible: aggregate, validate: needed }],
        [startsBy({ name: 'all_columns', type: 'columns', label: 'Columns', default: [], visible: raw, validate: needed }, everyColumn)],
        [{ name: 'percent_metrics', type: 'metrics', label: 'Percentage metrics', default: [], visible: aggregate, validate: needed }],
        [
          select('percent_metric_calculation', 'Percentage metric calculation', 'row_limit', {
            choices: labelled({ row_limit: 'Row limit', all_records: 'All records' }),
            visible: aggregate,
          }),
        ],
        [shared.adhocFilters],
        [{ ...shared.sortMetric(), visible: aggregate }],
        [{ name: 'order_by_cols', type: 'select-many', label: 'Ordering', default: [], choices: orderings, visible: raw }],
        [checkbox('server_pagination', 'Server pagination', false)],
        [shared.rowLimitOf(1000)],
        [
          select('server_page_length', 'Server page length', 10, {
            freeForm: true,
            choices: pageSizes,
            validate: isInteger,
            visible: ({ form }) => Boolean(form['server_pagination']),
          }),
        ],
        [checkbox('order_desc', 'Sort descending', true, { visible: aggregate })],
        [checkbox('show_totals', 'Show summary', false, { visible: aggregate })],
      ],
    },
    {
      label: 'Time comparison',
      tab: 'data',
      visible: aggregate,
      rows: [
        [
          select('time_compare', 'Time shift', undefined, {
            freeForm: true,
            clearable: true,
            choices: labelled({
              '1 day ago': '1 day ago',
              '1 week ago': '1 week ago',
              '1 month ago': '1 month ago',
              '1 year ago': '1 year ago',
              custom: 'Custom date',
              inherit: 'Inherit range from time filter',
            }),
          }),
        ],
        [{ name: 'start_date_offset', type: 'text', label: 'Shift start date', visible: ({ form }) => form['time_compare'] === 'custom' }],
        [{ name: 'comparison_type', type: 'hidden', label: '', default: 'values' }],
      ],
    },
    {
      label: 'Options',
      tab: 'customize',
      open: true,
      rows: [
        [shared.timeFormat('table_timestamp_format', 'Timestamp format')],
        ...drawnRows(
          select('page_length', 'Page length', null, {
            freeForm: true,
            clearable: true,
            placeholder: 'All',
            choices: pageSizes,
            visible: ({ form }) => !form['server_pagination'],
          }),
          checkbox('include_search', 'Search box', false),
          checkbox('show_cell_bars', 'Show cell bars', true),
          checkbox('align_pn', 'Align +/-', false),
          checkbox('color_pn', 'Add colors to cell bars for +/-', true),
          checkbox('comparison_color_enabled', 'Basic conditional formatting', false, {
            visible: ({ form }) => isSet(form['time_compare']),
          }),
          select('comparison_color_scheme', 'Color type', 'Green', {
            choices: labelled({ Green: 'Green for increase, red for decrease', Red: 'Red for increase, green for decrease' }),
            visible: ({ form }) => isSet(form['time_compare']) && Boolean(form['comparison_color_enabled']),
          }),
          checkbox('allow_rearrange_columns', 'Allow columns to be rearranged', false),
          checkbox('allow_render_html', 'Render columns in HTML format', true),
          { name: 'column_config', type: 'column-config', label: 'Customize columns' },
          { name: 'conditional_formatting', type: 'conditional-formatting', label: 'Custom conditional formatting' },
        ),
      ],
    },
  ],
  buildQuery: tableQueries,
  svg: drawTable,
  sentence: (form, context) => {
    const { t } = context
    if (tableMode(form) === 'raw') return listed(columnNames(form['all_columns'], context), t) || t('Nothing')
    const metrics = listed([...metricNames(form['metrics'], context), ...metricNames(form['percent_metrics'], context)], t)
    const dimensions = listed(columnNames(form['groupby'], context), t)
    if (metrics && dimensions) return t('%(metrics)s by %(dimensions)s', { metrics, dimensions })
    return metrics || dimensions || t('Nothing')
  },
  selection,
}
