import { buildQueryObject } from '#core/query/build-query-context.ts'
import { columnLabel, metricLabel, uniqueByLabel } from '#core/query/labels.ts'
import type { FormData, QueryObject } from '#core/query/query-object.ts'
import { asRecord, isSet } from '#core/query/read.ts'
import { cell, findColumn, type Table } from '#core/table.ts'
import type { ClickedItem, Selection } from '../chart.ts'
import { valueCondition } from '../shared/form/mark-condition.ts'
import { columnNames, listed, metricNames } from '../shared/time-series/form/sentence.ts'
import { bubbleOption } from './option.ts'
import type { StatedForm } from '../read-form.ts'
import { defineChart } from '../define-chart.ts'
import { bubbleControls, type BubbleForm } from './controls.ts'
import { bubbleLabel, readBubbles } from './points.ts'

const isGiven = <T>(value: T | null | undefined): value is T => value !== null && value !== undefined

const queries = (form: StatedForm<typeof bubbleControls>, saved: FormData): QueryObject[] => {
  const { orderby: _, ...rest } = saved
  const by = form.orderby
  const base = buildQueryObject(rest)
  return [
    {
      ...base,
      columns: [form.entity, form.series].filter(isGiven),
      metrics: uniqueByLabel([form.x, form.y, form.size].filter(isGiven), metricLabel),
      ...(by && { orderby: [[by, !base.order_desc]] as QueryObject['orderby'] }),
    },
  ]
}

/** A bubble stands for its entity and its dimension. */
const selection = ({ data }: ClickedItem, [table]: Table[], form: BubbleForm): Selection | null => {
  const { row } = asRecord(asRecord(data)['bubble'])
  const bubble = readBubbles(table, form).find((one) => one.row === row)
  if (!table || !bubble) return null
  const dimensions = [form.entity, form.series].flatMap((column) => (column ? (findColumn(table, columnLabel(column)) ?? []) : []))
  if (dimensions.length === 0) return null
  return {
    filters: dimensions.map((column) => {
      const value = cell(column, bubble.row)
      return valueCondition(column.name, value, String(value ?? '<NULL>'))
    }),
    label: bubbleLabel(bubble),
  }
}

export const bubbleChart = defineChart({
  viz_type: 'bubble_v2',
  name: 'Bubble Chart',
  description: 'Shows three measures of each thing: two as place, one as size.',
  category: 'Correlation',
  tags: ['Multi-Dimensions', 'Comparison', 'Scatter', 'Time', 'Trend', 'ECharts', 'Featured'],
  behaviors: ['INTERACTIVE_CHART', 'DRILL_TO_DETAIL', 'DRILL_BY'],
  icon: 'bubbles',
  series: 'scatter',
  controls: bubbleControls,
  buildQuery: queries,
  option: bubbleOption,
  selection,
  sentence: (form, context) => {
    const { t } = context
    const name = (key: 'x' | 'y' | 'size') => metricNames(form[key], context)[0]
    const [x, y, size] = [name('x'), name('y'), name('size')]
    if (!x || !y) return t('Nothing')
    const by = listed([...columnNames(form.entity, context), ...columnNames(form.series, context)], t)
    const start = t('%(y)s against %(x)s', { y, x })
    const sized = isSet(size) ? t('%(start)s, sized by %(size)s', { start, size: size as string }) : start
    return by ? t('%(metrics)s by %(dimensions)s', { metrics: sized, dimensions: by }) : sized
  },
})
