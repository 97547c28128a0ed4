import type { EChartsOption } from 'echarts'
import type { Table } from '#core/table.ts'
import type { DrawContext } from '../chart.ts'
import { titleOf, valueTitleOf, widestOf } from '../shared/cartesian/axes.ts'
import type { FrameAxis, PlacedAxis, Rect } from '../shared/cartesian/axes.ts'
import { cartesianOption } from '../shared/cartesian/frame.ts'
import { measures } from '../shared/look/echarts-theme.ts'
import { extentOf } from '../shared/cartesian/scale.ts'
import { seriesColors } from '../shared/color/series-colors.ts'
import { drawMarks, totalsMark } from '../shared/time-series/marks.ts'
import type { Mark, MarkOptions } from '../shared/time-series/marks.ts'
import { roomAbove } from '../shared/time-series/picture-marks.ts'
import { readPicture, topsOf } from '../shared/time-series/picture.ts'
import type { Picture } from '../shared/time-series/picture.ts'
import { bandCount } from '../shared/time-series/plan.ts'
import { axisInSpan } from '../shared/time-series/series/time-span.ts'
import { frameSeriesOf, horizontalAxis, tooltipOf } from '../shared/time-series/axes.ts'
import { totalTexts } from '../shared/time-series/series/totals.ts'
import { baseLine, unitLength, valueAxisOption } from '../shared/cartesian/value-axis.ts'
import type { ValueAxisPlan } from '../shared/cartesian/value-axis.ts'
import { mergedAxis, placedOn, planSides, standsOnZero } from './axes.ts'
import type { TimeSeriesForm } from '../shared/time-series/form/controls.ts'
import type { MixedForm } from './forms.ts'

/** Parts of one query: its group prefix tells its series from the other's of the same name. */
type Part = { picture: Picture; form: TimeSeriesForm; side: Side; group: string }

/** A value axis: 0 at the left, 1 at the right. */
type Side = 0 | 1

/** px of height under which a thumbnail has smaller margins. */
const tinyHeight = 60

export const secondGroup = 'b:'

const readParts = (tables: Table[], form: MixedForm, context: DrawContext): Part[] => {
  const assign = seriesColors(form, context)
  return ([0, 1] as const).flatMap((query): Part[] => {
    const table = tables[query]
    const picture = table ? readPicture(table, form.queries[query], 'line', { ...context, colors: assign }) : null
    return picture ? [{ picture, form: form.queries[query], side: form.sides[query], group: query === 0 ? '' : secondGroup }] : []
  })
}

/** With two axes every name says its side; where the form wants it, its query. */
const named = (parts: Part[], form: MixedForm, { t }: DrawContext): Part[] => {
  const hasTwoAxes = new Set(parts.map(({ side }) => side)).size === 2
  if (!hasTwoAxes && !form.show_query_identifiers) return parts
  const noteOf = ({ side, group }: Part) =>
    [
      ...(form.show_query_identifiers ? [group === secondGroup ? t('Query B') : t('Query A')] : []),
      ...(hasTwoAxes ? [side === 0 ? t('left') : t('right')] : []),
    ].join(', ')
  return parts.map((part) => ({
    ...part,
    picture: {
      ...part.picture,
      series: part.picture.series.map((one) => ({ ...one, name: `${one.name} (${noteOf(part)})` })),
      colorOf: (one) => part.picture.colorOf(part.picture.series.find(({ id }) => id === one.id) ?? one),
    },
  }))
}

const partsOn = (parts: Part[], side: Side): Part[] => parts.filter((part) => part.side === side)

/** A title above the plot is at its left, so that the right axis has its own always beside it. */
const titleOfSide = (form: TimeSeriesForm, side: Side) =>
  side === 0 ? valueTitleOf(form) : titleOf(form.y_axis_title, { margin: form.y_axis_title_margin })

/** The value axis at one side; nothing where no query is on it. */
const sideAxis = (parts: Part[], side: Side, context: DrawContext): FrameAxis<PlacedAxis & { plan: ValueAxisPlan | null }> => {
  const sideOf = (one: Side) => {
    const own = partsOn(parts, one)
    return own[0] ? { pictures: own.map(({ picture }) => picture), form: own[0].form } : null
  }
  const [first] = partsOn(parts, side)
  return {
    title: first ? titleOfSide(first.form, side) : null,
    place: ({ height }) => {
      const plan = planSides({ 0: sideOf(0), 1: sideOf(1) }, height)[side]
      const none = { plan, depth: 0, underhang: 0, overhang: 0, option: { type: 'value', show: false } }
      if (!first || !plan) return none
      return {
        ...none,
        depth: widestOf(plan.texts, context) + measures.labelGap,
        option: {
          ...valueAxisOption(plan, first.form),
          position: side === 0 ? 'left' : 'right',
          ...(side === 1 && { splitLine: { show: false }, minorSplitLine: { show: false } }),
        },
      }
    },
  }
}

const marksOfPart = (
  { picture, side, group }: Part,
  { plot, plan }: { plot: Rect; plan: ValueAxisPlan | null },
  form: MixedForm,
  context: DrawContext,
): Mark[] => {
  const { marks, axis } = picture
  const isBar = marks.kind === 'bar'
  const band = plot.width / (isBar ? bandCount(axis, form, context) : Math.max(1, axisInSpan(axis, context).values.length))
  const options: MarkOptions = {
    ...picture,
    context,
    plot,
    band,
    group,
    yAxisIndex: side,
    labelled: !context.thumbnail && isBar && !marks.stack && marks.showValue,
    pixelsPerUnit: plan ? unitLength(plan, plot.height) : 0,
  }
  const hasTotals = !context.thumbnail && marks.stack && marks.showValue && marks.onlyTotal
  const totals = hasTotals ? totalTexts(topsOf(picture), picture.axisFormat, band, context) : null
  return [...drawMarks(picture.series, options), ...(totals ? [totalsMark(topsOf(picture), totals, options)] : [])]
}

export const mixedOption = (tables: Table[], form: MixedForm, context: DrawContext): EChartsOption => {
  const read = readParts(tables, form, context)
  if (read.length === 0) return {}
  const axis = mergedAxis(read.map(({ picture }) => picture))
  const parts = named(read, form, context).map((part) => ({ ...part, picture: placedOn(axis, part.picture) }))
  const hasBars = parts.some(({ picture }) => picture.marks.kind === 'bar')
  const standing = parts.filter(({ picture, side }) => side === parts[0]?.side && standsOnZero(picture))
  const base = baseLine(standing.length > 0, extentOf(standing.flatMap(({ picture }) => picture.extent)), context)
  const edge = context.height < tinyHeight ? 5 : 12
  const option = cartesianOption(
    {
      x: horizontalAxis(axis, form, { hasBars, option: base }, context),
      y: [sideAxis(parts, 0, context), sideAxis(parts, 1, context)],
      series: parts.flatMap(({ picture, group }) => frameSeriesOf(picture, group)),
      legend: form,
      above: Math.max(...parts.map(({ picture }) => roomAbove(picture.marks))),
      zoom: form.zoomable ? 'x' : null,
      tooltip: tooltipOf(form, { isWhole: false, hasBars }),
      inset: [edge, edge],
    },
    ({ plot, y }) => ({
      series: [
        ...parts.flatMap((part) => marksOfPart(part, { plot, plan: y[part.side]?.plan ?? null }, form, context)),
        ...parts.flatMap(({ picture }) => picture.annotations),
      ],
    }),
    context,
  )
  return context.thumbnail ? option : (context.written?.withOptions(option, form.echart_options) ?? option)
}
