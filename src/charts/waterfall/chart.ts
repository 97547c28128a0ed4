import { buildQueryObject } from '#core/query/build-query-context.ts'
import { columnLabel } from '#core/query/labels.ts'
import { markText, type MarkFilter } from '#core/query/drill/mark-filter.ts'
import type { FormData, QueryObject } from '#core/query/query-object.ts'
import { isXAxisSet, xAxisColumn } from '#core/query/x-axis.ts'
import { translator } from '#core/i18n/t.ts'
import { cell, type Table } from '#core/table.ts'
import type { ClickedItem, Selection } from '../chart.ts'
import { axisCondition, valueCondition } from '../shared/form/mark-condition.ts'
import { columnNames, grainWord, listed, metricNames } from '../shared/time-series/form/sentence.ts'
import { waterfallOption } from './option.ts'
import type { StatedForm } from '../read-form.ts'
import { defineChart } from '../define-chart.ts'
import { waterfallControls, type WaterfallForm } from './controls.ts'
import { dimensionsOf, placeText, readSteps } from './steps.ts'

const queries = (form: StatedForm<typeof waterfallControls>, saved: FormData): QueryObject[] => {
  const base = buildQueryObject(saved)
  const axis = isXAxisSet(saved) ? xAxisColumn(saved) : form.granularity_sqla
  const columns = [axis, form.groupby].filter((column) => column !== null && column !== undefined)
  return [{ ...base, columns, orderby: columns.map((column) => [typeof column === 'string' ? column : columnLabel(column), true]) }]
}

/** Any of several conditions on one column. */
const oneOf = ([first, ...rest]: MarkFilter[]): MarkFilter | null => {
  if (!first || rest.length === 0) return first ?? null
  const all = [first, ...rest]
  return { ...first, op: 'IN', val: all.flatMap(({ val }) => val), formattedVal: all.map(markText).join(', ') }
}

/** A bar stands for its place on the axis; a change of a part, for the part in the places before and after it. */
const selection = (
  { dataIndex, t = translator() }: ClickedItem,
  [table]: Table[],
  form: WaterfallForm,
  saved: FormData,
): Selection | null => {
  const { name = '', label, rows } = readSteps(table, form, t)[dataIndex ?? -1] ?? {}
  const { axis, breakdown } = table ? dimensionsOf(table, form) : {}
  if (label === undefined || !rows || !axis) return null
  const { part } = rows
  const places = rows.places.map((row) =>
    axisCondition(saved, { column: axis, value: cell(axis, row), text: placeText(axis, row, { form, t }) }),
  )
  const parts = breakdown && part !== undefined ? [valueCondition(breakdown.name, cell(breakdown, part), name)] : []
  const place = oneOf(places.filter((one) => one !== null))
  return place && { filters: [place, ...parts], label }
}

export const waterfallChart = defineChart({
  viz_type: 'waterfall',
  name: 'Waterfall Chart',
  description: 'Shows how changes, one after another, make a total.',
  category: 'Evolution',
  tags: ['Categorical', 'Comparison', 'ECharts', 'Featured'],
  behaviors: ['INTERACTIVE_CHART', 'DRILL_TO_DETAIL', 'DRILL_BY'],
  icon: 'waterfall',
  series: 'bar',
  controls: waterfallControls,
  buildQuery: queries,
  option: waterfallOption,
  selection,
  sentence: (form, context) => {
    const { t } = context
    const metric = metricNames(form.metric, context)[0] ?? t('Nothing')
    const grain = grainWord(form, context)
    const dimensions = [...(grain ? [] : columnNames(form.x_axis, context)), ...columnNames(form.groupby, context)]
    const start = grain ? t('%(metrics)s per %(grain)s', { metrics: metric, grain }) : metric
    return dimensions.length > 0 ? t('%(metrics)s by %(dimensions)s', { metrics: start, dimensions: listed(dimensions, t) }) : start
  },
})
