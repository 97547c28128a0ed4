import type { StatedForm } from '../read-form.ts'
import { buildQueryObject } from '#core/query/build-query-context.ts'
import { columnLabel, metricLabel } from '#core/query/labels.ts'
import type { FormData, QueryColumn, QueryObject } from '#core/query/query-object.ts'
import { asList } from '#core/query/read.ts'
import { xAxisColumn, xAxisLabel } from '#core/query/x-axis.ts'
import { translator } from '#core/i18n/t.ts'
import { findColumn, type Table } from '#core/table.ts'
import type { ClickedItem, Selection } from '../chart.ts'
import { axisCondition, valueCondition } from '../shared/form/mark-condition.ts'
import { timeSeriesSentence } from '../shared/time-series/form/sentence.ts'
import { readGrid } from './cells.ts'
import { heatmapOption, sideNames } from './option.ts'
import { defineChart } from '../define-chart.ts'
import { heatmapControls, type HeatmapForm } from './controls.ts'

type Order = NonNullable<QueryObject['orderby']>[number]

/** The ranks are made within the column or row that shares are taken of. */
const queries = (form: StatedForm<typeof heatmapControls>, saved: FormData): QueryObject[] => {
  const base = buildQueryObject(saved)
  const metric = form.metric ? metricLabel(form.metric) : undefined
  const x = xAxisColumn(saved)
  const y = form.groupby ?? undefined
  const ordered = (column: QueryColumn | undefined, sort: string | null = null): Order[] => {
    const [by, way] = (sort ?? '').split('_')
    const key = by === 'value' ? metric : by === 'alpha' ? column : undefined
    return key === undefined ? [] : [[key, way === 'asc']]
  }
  const within = form.normalize_across === 'x' ? x : form.normalize_across === 'y' ? y : undefined
  return [
    {
      ...base,
      columns: [...(x === undefined ? [] : [x]), ...(y === undefined ? [] : [y])],
      orderby: [...ordered(x, form.sort_x_axis), ...ordered(y, form.sort_y_axis)],
      post_processing: [{ operation: 'rank', options: { metric, ...(within !== undefined && { group_by: columnLabel(within) }) } }],
    },
  ]
}

/** A cell stands for its column and its row. */
const selection = (
  { dataIndex, t = translator() }: ClickedItem,
  [table]: Table[],
  form: HeatmapForm,
  saved: FormData,
): Selection | null => {
  const grid = readGrid(table, form)
  const cell = grid?.cells[dataIndex ?? -1]
  const across = table && findColumn(table, xAxisLabel(form) ?? '')
  const down = table && form.groupby ? findColumn(table, columnLabel(form.groupby)) : undefined
  if (!grid || !cell || !across || !down) return null
  const [x, y] = [sideNames(grid.columns, form, t)[cell.x] ?? '', sideNames(grid.rows, form, t)[cell.y] ?? '']
  const column = axisCondition(saved, { column: across, value: grid.columns.keys[cell.x] ?? null, text: x })
  return column && { filters: [column, valueCondition(down.name, grid.rows.keys[cell.y] ?? null, y)], label: `${x}, ${y}` }
}

export const heatmapChart = defineChart({
  viz_type: 'heatmap_v2',
  name: 'Heatmap',
  description: 'Shows a measure for each pair of two dimensions as a colour.',
  category: 'Correlation',
  tags: ['Business', 'Intensity', 'Density', 'Single Metric', 'ECharts', 'Featured'],
  behaviors: ['INTERACTIVE_CHART', 'DRILL_TO_DETAIL', 'DRILL_BY'],
  icon: 'grid',
  series: 'heatmap',
  controls: heatmapControls,
  buildQuery: queries,
  option: heatmapOption,
  selection,
  sentence: (form, context) =>
    timeSeriesSentence({ ...form, metrics: asList(form.metric), groupby: asList(form.groupby), limit: null }, context),
})
