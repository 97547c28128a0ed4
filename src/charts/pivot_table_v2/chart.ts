import { buildQueryObject } from '#core/query/build-query-context.ts'
import { limitMetricOf } from '#core/query/order-by.ts'
import type { FormData, QueryObject } from '#core/query/query-object.ts'
import { asList, asRecord } from '#core/query/read.ts'
import { isTemporal } from '#core/table.ts'
import type { Json, Table } from '#core/table.ts'
import type { ClickedItem, Selection } from '../chart.ts'
import { grainedColumns } from '../shared/form/grained-columns.ts'
import { columnNames, listed, metricNames } from '../shared/time-series/form/sentence.ts'
import { settingsOf } from './settings.ts'
import type { StatedForm } from '../read-form.ts'
import { timeGrainOf } from '#core/query/extras.ts'
import { defineChart } from '../define-chart.ts'
import { pivotControls } from './controls.ts'
import type { PivotForm } from './controls.ts'

const queries = (form: StatedForm<typeof pivotControls>, saved: FormData): QueryObject[] => {
  const { orderby: _, ...base } = buildQueryObject(saved)
  const all = [...(form.groupbyColumns ?? []), ...(form.groupbyRows ?? [])]
  const by = limitMetricOf(base) ?? form.metrics?.[0]
  return [
    {
      ...base,
      columns: grainedColumns(form, timeGrainOf(saved), [...new Set(all)]),
      ...(by !== undefined && { orderby: [[by, !base.order_desc]] as QueryObject['orderby'] }),
    },
  ]
}

/** A label stands for the values of its dimensions, a number for those of its row and its column; times stand for nothing. */
const selection = (params: ClickedItem, tables: Table[], form: PivotForm): Selection | null => {
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

export const pivotChart = defineChart({
  viz_type: 'pivot_table_v2',
  name: 'Pivot Table',
  description: 'Sums up measures where rows and columns of groups meet.',
  category: 'Table',
  tags: ['Additive', 'Report', 'Tabular', 'Popular'],
  galleryPlace: 4,
  card: 'table',
  behaviors: ['INTERACTIVE_CHART', 'DRILL_TO_DETAIL', 'DRILL_BY'],
  icon: 'pivot',
  controls: pivotControls,
  buildQuery: queries,
  selection,
  sentence: (form, context) => {
    const { t } = context
    const metrics = listed(metricNames(form.metrics, context), t) || t('Nothing')
    const names = [...columnNames(form.groupbyRows, context), ...columnNames(form.groupbyColumns, context)]
    return names.length > 0 ? t('%(metrics)s by %(dimensions)s', { metrics, dimensions: listed(names, t) }) : metrics
  },
})
