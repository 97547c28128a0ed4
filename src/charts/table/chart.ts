import { columnLabel } from '#core/query/labels.ts'
import { asRecord } from '#core/query/read.ts'
import type { Table } from '#core/table.ts'
import type { ClickedItem, Selection } from '../chart.ts'
import { columnNames, listed, metricNames } from '../shared/time-series/form/sentence.ts'
import { tableMode } from './mode.ts'
import { tableQueries } from './query.ts'
import { defineChart } from '../define-chart.ts'
import { tableControls } from './controls.ts'
import type { TableForm } from './controls.ts'

/** A clicked cell: `name` is its column, `data` its row. Grouped tables filter by their dimensions, raw ones by any column. */
const selection = (params: ClickedItem, _: Table[], form: TableForm): Selection | null => {
  const { name } = params
  const data = asRecord(params.data)
  const dimensions = form.groupby.map(columnLabel)
  if (name === undefined || !(name in data) || (tableMode(form) === 'aggregate' && !dimensions.includes(name))) return null
  const val = data[name] ?? null
  const label = String(val ?? '<NULL>')
  return { filters: [{ col: name, op: 'IN', val: [val], formattedVal: label }], label }
}

export const tableChart = defineChart({
  viz_type: 'table',
  name: 'Table',
  description: 'Rows and columns: raw records, or numbers by group with totals and shares.',
  category: 'Table',
  tags: ['Additive', 'Business', 'Pattern', 'Popular', 'Report', 'Sequential', 'Tabular', 'Description'],
  galleryPlace: 3,
  card: 'table',
  behaviors: ['INTERACTIVE_CHART', 'DRILL_TO_DETAIL', 'DRILL_BY'],
  controls: tableControls,
  buildQuery: tableQueries,
  sentence: (form, context) => {
    const { t } = context
    if (tableMode(form) === 'raw') return listed(columnNames(form.all_columns, context), t) || t('Nothing')
    const metrics = listed([...metricNames(form.metrics, context), ...metricNames(form.percent_metrics, context)], t)
    const dimensions = listed(columnNames(form.groupby, context), t)
    if (metrics && dimensions) return t('%(metrics)s by %(dimensions)s', { metrics, dimensions })
    return metrics || dimensions || t('Nothing')
  },
  selection,
})
