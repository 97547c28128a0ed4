import type { Chart } from '../../chart.ts'
import { chartOver } from '../../define-chart.ts'
import { formReader, timeSeriesControls } from './form/controls.ts'
import type { SeriesStyle } from './form/controls.ts'
import { timeSeriesOption } from './option.ts'
import { timeSeriesQuery } from './form/query.ts'
import { timeSeriesMark, timeSeriesSelection } from './form/selection.ts'
import { timeSeriesSentence } from './form/sentence.ts'

type Facts = Pick<
  Chart,
  'viz_type' | 'name' | 'description' | 'tags' | 'tile' | 'galleryPlace' | 'icon' | 'series' | 'categoryLimit' | 'pictureControls'
>

/** A chart of the time-series family: the same query, picture and panel, drawn in one style. */
export const timeSeriesChart = (facts: Facts, style: SeriesStyle): Chart => {
  const controls = timeSeriesControls(style)
  return chartOver(
    {
      ...facts,
      category: 'Evolution',
      behaviors: ['INTERACTIVE_CHART', 'DRILL_TO_DETAIL', 'DRILL_BY'],
      controls,
      buildQuery: (_, saved) => [timeSeriesQuery(saved)],
      option: timeSeriesOption(style),
      sentence: timeSeriesSentence,
      selection: timeSeriesSelection,
      markFilters: timeSeriesMark,
    },
    { form: formReader(style), stated: () => null },
  )
}
