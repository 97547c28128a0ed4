import type { EChartsOption } from 'echarts'
import { isSet } from '#core/query/read.ts'
import type { Table } from '#core/table.ts'
import type { DrawContext } from '../chart.ts'
import { dress } from '../shared/look/dress.ts'
import { measures } from '../shared/look/echarts-theme.ts'
import { noLegend, planLegend } from '../shared/look/legend.ts'
import { extentOf } from '../shared/cartesian/scale.ts'
import { seriesColors } from '../shared/color/series-colors.ts'
import { drawMarks, totalsMark } from '../shared/time-series/marks.ts'
import type { MarkWish } from '../shared/time-series/marks.ts'
import { readPicture, topsOf } from '../shared/time-series/picture.ts'
import type { Picture } from '../shared/time-series/picture.ts'
import { axisOption, bandCount, planAxis, titleRoom } from '../shared/time-series/plan.ts'
import { axisInSpan } from '../shared/time-series/series/time-span.ts'
import { seriesTooltip } from '../shared/time-series/tooltip.ts'
import { totalTexts } from '../shared/time-series/series/totals.ts'
import { baseLine, valueAxisOption } from '../shared/cartesian/value-axis.ts'
import type { ValueAxisPlan } from '../shared/cartesian/value-axis.ts'
import { mergedAxis, placedOn, planSides, standsOnZero, widthOf } from './axes.ts'
import type { TimeSeriesForm } from '../shared/time-series/form/controls.ts'
import type { MixedForm } from './forms.ts'

/** Parts of one query: its group prefix tells its series from the other's of the same name. */
type Part = { picture: Picture; form: TimeSeriesForm; side: 0 | 1; group: string }

export const secondGroup = 'b:'

const readParts = (tables: Table[], form: MixedForm, context: DrawContext): Part[] => {
  const assign = seriesColors(form, context)
  return ([0, 1] as const).flatMap((query): Part[] => {
    const table = tables[query]
    const picture = table ? readPicture(table, form.queries[query], 'line', { ...context, colors: assign }) : null
    return picture ? [{ picture, form: form.queries[query], side: form.sides[query], group: query === 0 ? '' : secondGroup }] : []
  })
}

/** With two axes every name says its side. */
const named = (parts: Part[], context: DrawContext): Part[] => {
  if (new Set(parts.map(({ side }) => side)).size < 2) return parts
  const sides = [context.t('left'), context.t('right')]
  return parts.map((part) => ({
    ...part,
    picture: {
      ...part.picture,
      series: part.picture.series.map((one) => ({ ...one, name: `${one.name} (${sides[part.side]})` })),
      colorOf: (one) => part.picture.colorOf(part.picture.series.find(({ id }) => id === one.id) ?? one),
    },
  }))
}

const yAxisOption = (
  part: Part | undefined,
  plan: ValueAxisPlan | null,
  { side, room }: { side: 0 | 1; room: number },
): Record<string, unknown> => {
  if (!part || !plan) return { type: 'value', show: false }
  const title = part.form.y_axis_title
  return {
    ...valueAxisOption(plan, part.picture.axisFormat, part.form),
    position: side === 0 ? 'left' : 'right',
    ...(side === 1 && { splitLine: { show: false }, minorSplitLine: { show: false } }),
    ...(isSet(title) && { name: String(title), nameLocation: 'middle', nameGap: room - 14 }),
  }
}

export const mixedOption = (tables: Table[], form: MixedForm, context: DrawContext): EChartsOption => {
  const read = readParts(tables, form, context)
  if (read.length === 0) return {}
  const axis = mergedAxis(read.map(({ picture }) => picture))
  const parts = named(read, context).map((part) => ({ ...part, picture: placedOn(axis, part.picture) }))
  const { width, height, thumbnail } = context
  const series = parts.flatMap(({ picture }) => picture.series.map((one) => ({ name: one.name, color: picture.colorOf(one) })))
  const wants = !thumbnail && form.show_legend && series.length > 1
  const legend = wants ? planLegend(series, form, context) : noLegend
  const bars = parts.some(({ picture }) => picture.marks.kind === 'bar')
  const sideOf = (side: 0 | 1) => {
    const own = parts.filter((part) => part.side === side)
    return own[0] ? { pictures: own.map(({ picture }) => picture), form: own[0].form } : null
  }
  const edge = thumbnail ? (height < 60 ? 5 : 12) : 0
  const top = thumbnail ? edge : legend.top + measures.plotTop
  const below = legend.bottom + (form.zoomable && !thumbnail ? 40 : 0) + titleRoom(form, 'x')
  let bottom = thumbnail ? edge : measures.line + measures.labelGap + below
  let [left, right] = [0, 0]
  let plans: Record<0 | 1, ValueAxisPlan | null> = { 0: null, 1: null }
  let xPlan = planAxis(axis, form, { width, height, bars }, context)
  for (let pass = 0; pass < 2; pass += 1) {
    plans = planSides({ 0: sideOf(0), 1: sideOf(1) }, height - top - bottom)
    const titleOf = (side: 0 | 1) => (isSet(parts.find((part) => part.side === side)?.form.y_axis_title) ? 20 : 0)
    left = thumbnail ? edge : Math.max(legend.left + widthOf(plans[0], context) + titleOf(0), xPlan.underhang)
    right = thumbnail ? edge : Math.max(legend.right + widthOf(plans[1], context) + titleOf(1), xPlan.overhang)
    xPlan = planAxis(axis, form, { width: Math.max(1, width - left - right), height, bars, left }, context)
    if (!thumbnail) bottom = below + xPlan.height
  }
  const plot = { left, top, width: Math.max(1, width - left - right), height: Math.max(20, height - top - bottom) }
  const marks = parts.flatMap(({ picture, side, group }) => {
    const plan = plans[side]
    const band =
      plot.width / (picture.marks.kind === 'bar' ? bandCount(axis, form, context) : Math.max(1, axisInSpan(axis, context).values.length))
    const wish: MarkWish = {
      ...picture,
      context,
      band,
      group,
      yAxisIndex: side,
      labelled: !thumbnail && picture.marks.kind === 'bar' && !picture.marks.stack && picture.marks.showValue,
      pixelsPerUnit: plan ? plot.height / (plan.scale.max - plan.scale.min || 1) : 0,
    }
    const totals =
      !thumbnail && picture.marks.stack && picture.marks.showValue && picture.marks.onlyTotal
        ? totalTexts(topsOf(picture), picture.axisFormat, band, context)
        : null
    return [...drawMarks(picture.series, wish), ...(totals ? [totalsMark(topsOf(picture), totals, wish)] : [])]
  })
  const shown = new Map(
    parts.flatMap(({ picture, group }) =>
      picture.series.map((one) => [group + one.id, { series: one, color: picture.colorOf(one), format: picture.formatOf(one) }] as const),
    ),
  )
  const standing = parts.filter(({ picture, side }) => side === parts[0]?.side && standsOnZero(picture))
  const partOf = (side: 0 | 1) => parts.find((part) => part.side === side)
  return dress(
    {
      animation: context.animate ?? false,
      grid: { ...plot, outerBoundsMode: 'none' },
      legend: legend.option,
      tooltip: {
        ...seriesTooltip({ axis, series: shown, adds: false }, form, context, xPlan.kind === 'number' ? xPlan.text : undefined),
        axisPointer: { type: bars ? 'shadow' : 'line' },
      },
      xAxis: {
        ...axisOption(xPlan, axis, form),
        ...baseLine(standing.length > 0, extentOf(standing.flatMap(({ picture }) => picture.extent)), context),
        ...(thumbnail && { show: false }),
        ...(isSet(form.x_axis_title) && { name: form.x_axis_title, nameLocation: 'middle', nameGap: xPlan.height }),
      },
      yAxis: ([0, 1] as const).map((side) => ({
        ...yAxisOption(partOf(side), plans[side], { side, room: side === 0 ? left : right }),
        ...(thumbnail && { show: false }),
      })),
      series: [...marks, ...parts.flatMap(({ picture }) => picture.annotations)],
      ...(form.zoomable && !thumbnail ? { dataZoom: [{ type: 'slider', bottom: 0, filterMode: 'none' }] } : {}),
    },
    context.theme,
  )
}
