import { buildQueryObject } from '#core/query/build-query-context.ts'
import { metricLabel, uniqueByLabel } from '#core/query/labels.ts'
import type { FormData, QueryObject } from '#core/query/query-object.ts'
import { isSet } from '#core/query/read.ts'
import { columnNames, listed, metricNames } from '../shared/time-series/form/sentence.ts'
import { bubbleOption } from './option.ts'
import type { StatedForm } from '../read-form.ts'
import { defineChart } from '../define-chart.ts'
import { bubbleControls } from './controls.ts'

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

export const bubbleChart = defineChart({
  viz_type: 'bubble_v2',
  name: 'Bubble Chart',
  description: 'Shows three measures of each thing: two as place, one as size.',
  category: 'Correlation',
  tags: ['Multi-Dimensions', 'Comparison', 'Scatter', 'Time', 'Trend', 'ECharts', 'Featured'],
  behaviors: [],
  icon: 'bubbles',
  series: 'scatter',
  controls: bubbleControls,
  buildQuery: queries,
  option: bubbleOption,
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
