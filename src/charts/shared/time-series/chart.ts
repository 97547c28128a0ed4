import type { Chart } from '../../chart.ts'
import { timeSeriesControls } from './controls.ts'
import type { SeriesStyle } from './controls.ts'
import { timeSeriesOption } from './option.ts'
import { timeSeriesQuery } from './query.ts'
import { timeSeriesSelection } from './selection.ts'
import { timeSeriesSentence } from './sentence.ts'

type Facts = Pick<Chart, 'viz_type' | 'name' | 'description' | 'tags'> & { tile?: number }

/** A chart of the time-series family: the same query, picture and panel, drawn in one style. */
export const timeSeriesChart = (facts: Facts, style: SeriesStyle): Chart => ({
  ...facts,
  category: 'Evolution',
  behaviors: ['INTERACTIVE_CHART', 'DRILL_TO_DETAIL', 'DRILL_BY'],
  controls: timeSeriesControls(style),
  buildQuery: (form) => [timeSeriesQuery(form)],
  option: timeSeriesOption(style),
  sentence: timeSeriesSentence,
  selection: timeSeriesSelection,
})
