import { grainWord, metricNames } from '../shared/time-series/form/sentence.ts'
import { drawBigNumber } from './draw.ts'
import { bigNumberQueries } from './query.ts'
import { defineChart } from '../define-chart.ts'
import { bigNumberControls, heldControls } from './controls.ts'

export const bigNumberChart = defineChart({
  viz_type: 'big_number',
  name: 'Big Number with Trendline',
  description: 'One number with the way it came: its trend, and its change against an earlier one.',
  category: 'KPI',
  tags: ['Advanced-Analytics', 'Line', 'Percentages', 'Popular', 'Report', 'Description', 'Trend'],
  galleryPlace: 1,
  card: 'figure',
  tile: { word: 'Trend' },
  behaviors: ['DRILL_TO_DETAIL'],
  icon: 'trend',
  controls: bigNumberControls,
  held: heldControls,
  buildQuery: (_, saved) => bigNumberQueries(saved),
  svg: drawBigNumber,
  sentence: (form, context) => {
    const metric = metricNames(form.metric, context)[0] ?? context.t('Nothing')
    const grain = grainWord(form, context)
    return grain ? context.t('%(metrics)s per %(grain)s', { metrics: metric, grain }) : metric
  },
})
