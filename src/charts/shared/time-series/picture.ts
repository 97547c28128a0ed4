import type { ColorOf } from '#core/color/assign.ts'
import type { ValueFormatter } from '#core/format/number.ts'
import { asList } from '#core/query/read.ts'
import type { Table } from '#core/table.ts'
import type { DrawContext } from '../../chart.ts'
import { countNotPositive, isPositive, positiveOnly } from '../cartesian/log-values.ts'
import { extentOf } from '../cartesian/scale.ts'
import { seriesColors } from '../color/series-colors.ts'
import type { SeriesStyle, TimeSeriesForm } from './form/controls.ts'
import { valueFormatters } from './series/formatting.ts'
import type { Mark } from './marks.ts'
import { readSeries } from './series/series.ts'
import type { Axis, Series } from './series/series.ts'
import { drawnValues, expanded, marksOf, mergedRest, stackTops, totalsOf } from './series/style.ts'
import type { Marks } from './series/style.ts'
import { seriesInSpan } from './series/time-span.ts'

/** Everything that is drawn, before it is laid out. */
export type Picture = {
  axis: Axis
  series: Series[]
  marks: Marks
  annotations: Mark[]
  /** Lowest and highest value drawn. */
  extent: [number, number]
  axisFormat: ValueFormatter
  formatOf: (series: Series) => ValueFormatter
  colorOf: (series: Series) => string
}

const colorOfSeries = (series: Series[], form: TimeSeriesForm, assign: ColorOf) => {
  const byId = new Map(series.map((one) => [one.id, one]))
  for (const one of series) if (one.role === 'observed') assign(one.name)
  return (one: Series): string => {
    const original = one.of === undefined ? undefined : byId.get(one.of)
    const follows = one.role === 'forecast' || form.time_shift_color
    return assign(original && follows ? original.name : one.name)
  }
}

/** Values that layers add to the extent of the value axis. */
const annotationValues = (marks: Mark[]): number[] =>
  marks.flatMap((mark) => asList<unknown[]>(mark['data']).map((point) => point[1])).filter((value) => typeof value === 'number')

const withPositiveOnly = (one: Series): Series => ({
  ...one,
  values: positiveOnly(one.values),
  ...(one.bounds && { bounds: { ...one.bounds, lower: positiveOnly(one.bounds.lower) } }),
})

/** A stream lies around zero, on an axis that is not drawn. */
const isLogarithmic = ({ logAxis, stack }: TimeSeriesForm): boolean => logAxis && stack !== 'Stream'

/**
 * Reads the table and settles what is drawn in which colours and formats; null when there is nothing to draw.
 * `colors` is given where two pictures share their colours.
 */
export const readPicture = (
  table: Table,
  form: TimeSeriesForm,
  style: SeriesStyle,
  context: DrawContext & { colors?: ColorOf },
): Picture | null => {
  const all = readSeries(table, form, context)
  const isLog = isLogarithmic(form)
  if (isLog && all) context.onLeftOut?.('notPositive', countNotPositive(all.series.map(({ values }) => values)))
  const read = all && isLog ? { ...all, series: all.series.map(withPositiveOnly) } : all
  if (!read || read.series.every(({ values }) => values.every((value) => value === null))) return null
  const marks = marksOf(form, style)
  const merged = marks.stack ? mergedRest(read.series, context.t('Other'), context.thumbnail ? 6 : 10) : read.series
  const series = marks.stack === 'Expand' ? expanded(merged) : merged
  const annotations = context.thumbnail ? [] : (context.written?.drawAnnotations(form, read.axis, context) ?? [])
  const formats = valueFormatters(form, context)
  const inSpan = seriesInSpan(series, read.axis, context)
  const drawn = [...drawnValues(inSpan, marks.stack), ...annotationValues(annotations)]
  // The parts of a stack are drawn, too.
  const onLog = isLog ? [...drawn, ...inSpan.flatMap(({ values }) => values)].filter(isPositive) : drawn
  return {
    axis: read.axis,
    series,
    marks,
    annotations,
    extent: extentOf(onLog),
    axisFormat: formats.axis(read.metrics),
    formatOf: (one) => formats.of(one.metric),
    colorOf: colorOfSeries(series, form, context.colors ?? seriesColors(form, context)),
  }
}

/** Colours of categories when the form colours by the x axis. */
export const categoryColors = (picture: Picture, form: TimeSeriesForm, context: DrawContext): string[] | null => {
  if (!form.color_by_primary_axis || picture.marks.stack || picture.series.length > 1 || asList(form.groupby).length > 0) return null
  return picture.axis.values.map(seriesColors(form, context))
}

export const topsOf = (picture: Picture): (number | null)[] => stackTops(picture.series)

/** The total of each stack, including negative parts. */
export const sumsOf = (picture: Picture): (number | null)[] => totalsOf(picture.series)
