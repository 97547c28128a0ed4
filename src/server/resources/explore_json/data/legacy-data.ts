import { filterConfigs } from '#core/query/legacy/queries.ts'
import { metricLabel } from '#core/query/labels.ts'
import type { Answered, Row } from './answered.ts'
import { deckData, deckTypes } from './deck.ts'
import { mapboxData, worldMapData } from './maps.ts'
import { partitionData } from './partition.ts'
import { bubbleData, bulletData, chordData, countryMapData } from './plain-charts.ts'
import { timeSeriesOf } from './series.ts'
import { calendarData, pairedTTestData, roseData, timePivotData, timeTableData } from './time-charts.ts'

type Shape = (answered: Answered) => unknown

const byTotal: Shape = (answered) => timeSeriesOf(answered, { isSorted: true })
const byKey: Shape = (answered) => timeSeriesOf(answered)

/** The shapes of charts that are no lists of rows; each is null without rows. */
const shapes: Readonly<Record<string, Shape>> = {
  ...Object.fromEntries(deckTypes.map((type) => [type, deckData])),
  area: byTotal,
  bar: byTotal,
  bubble: bubbleData,
  bullet: bulletData,
  cal_heatmap: calendarData,
  chord: chordData,
  compare: byKey,
  country_map: countryMapData,
  horizon: byKey,
  line: byKey,
  mapbox: mapboxData,
  paired_ttest: pairedTTestData,
  partition: partitionData,
  rose: roseData,
  time_pivot: timePivotData,
  time_table: timeTableData,
  world_map: worldMapData,
}

/** What a legacy chart draws, in the shape of its type: its rows where it has none. */
export const legacyData = async (answered: Answered): Promise<unknown> => {
  const shape = shapes[answered.form.viz_type]
  if (!shape) return answered.rows
  return answered.rows.length === 0 ? null : shape(answered)
}

/** The values of a filter_box by column, the largest metric first. */
export const filterBoxData = ({ form }: Pick<Answered, 'form'>, results: readonly Row[][]) =>
  Object.fromEntries(
    filterConfigs(form).map(({ column, metric }, i) => [
      column,
      (results[i] ?? []).map((row) => ({ id: row[column], text: row[column], metric: row[metricLabel(metric)] })),
    ]),
  )
