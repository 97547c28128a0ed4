import { columnLabel } from '#core/query/labels.ts'
import type { QueryColumn } from '#core/query/query-object.ts'
import { asList, isSet } from '#core/query/read.ts'
import type { Control, ControlState, Section } from '../control.ts'
import type { FormOf, StatedForm } from '../read-form.ts'
import * as shared from '../shared/form/controls.ts'
import {
  checkbox,
  choices,
  columnConfig,
  columnsOf,
  conditionalFormatting,
  drawnRows,
  freeSelect,
  hidden,
  isInteger,
  labelled,
  metricsOf,
  select,
  selectMany,
  startsBy,
  text,
} from '../shared/form/controls.ts'
import { tableMode } from './mode.ts'

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

const isDate: Control['validate'] = (value, _, t) =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d/.test(value) && Number.isFinite(Date.parse(value))
    ? null
    : t('A date is required when using custom date shift')

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

export const tableControls = [
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
      [{ ...shared.groupby, visible: aggregate, validate: needed, resetOnHide: false }],
      [{ ...grain, visible: (state) => aggregate(state) && grain.visible?.(state) === true }],
      [shared.temporalColumns],
      [{ ...shared.metrics, required: false, visible: aggregate, validate: needed, resetOnHide: false }],
      [startsBy(columnsOf('all_columns', 'Columns', { visible: raw, validate: needed, resetOnHide: false }), everyColumn)],
      [metricsOf('percent_metrics', 'Percentage metrics', { default: [], visible: aggregate, validate: needed, resetOnHide: false })],
      [
        select('percent_metric_calculation', 'Percentage metric calculation', 'row_limit', {
          choices: labelled({ row_limit: 'Row limit', all_records: 'All records' }),
          visible: aggregate,
        }),
      ],
      [shared.adhocFilters],
      [{ ...shared.sortMetric, visible: aggregate, resetOnHide: false }],
      [selectMany('order_by_cols', 'Ordering', { default: [], choices: orderings, visible: raw, resetOnHide: false })],
      [checkbox('server_pagination', 'Server pagination', false)],
      [shared.rowLimitOf(1000)],
      [
        freeSelect('server_page_length', 'Server page length', 10, {
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
        freeSelect('time_compare', 'Time shift', undefined, {
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
      [
        text('start_date_offset', 'Shift start date', {
          holds: 'date',
          validate: isDate,
          visible: ({ form }) => form['time_compare'] === 'custom',
        }),
      ],
      [hidden('comparison_type', 'values')],
    ],
  },
  {
    label: 'Options',
    tab: 'customize',
    open: true,
    rows: [
      [shared.timeFormat('table_timestamp_format', 'Timestamp format')],
      ...drawnRows(
        freeSelect('page_length', 'Page length', null, {
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
        columnConfig('column_config', 'Customize columns'),
        conditionalFormatting('conditional_formatting', 'Custom conditional formatting', { looks: ['gradient', 'text', 'row', 'icon'] }),
      ),
    ],
  },
] satisfies Section[]

export type TableForm = FormOf<typeof tableControls>
export type StatedTableForm = StatedForm<typeof tableControls>
