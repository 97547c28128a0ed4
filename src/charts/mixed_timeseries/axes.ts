import type { TimeSeriesForm } from '../shared/time-series/form/controls.ts'
import { niceScale, ticksOf } from '../shared/cartesian/scale.ts'
import type { Axis } from '../shared/time-series/series/series.ts'
import type { Picture } from '../shared/time-series/picture.ts'
import { planValueAxis, tickTexts, yAxisLimits } from '../shared/cartesian/value-axis.ts'
import type { ValueAxisPlan } from '../shared/cartesian/value-axis.ts'

/** Both queries' places on one axis, in order. */
export const mergedAxis = (pictures: Picture[]): Axis => {
  const first = (pictures[0] as Picture).axis
  const all = [...new Set(pictures.flatMap(({ axis }) => axis.values))]
  return { ...first, values: first.kind === 'category' ? all : (all as number[]).toSorted((a, b) => a - b) }
}

/** The series of a picture at the places of a category axis that both queries share. */
export const placedOn = (axis: Axis, picture: Picture): Picture => {
  if (axis.kind !== 'category') return picture
  const rows = axis.values.map((value) => picture.axis.values.indexOf(value))
  const moved = (values: (number | null)[]) => rows.map((row) => (row < 0 ? null : (values[row] ?? null)))
  return { ...picture, axis, series: picture.series.map((one) => ({ ...one, values: moved(one.values) })) }
}

export const standsOnZero = ({ marks }: Picture) => marks.kind === 'bar' || marks.area

type Side = { pictures: Picture[]; form: TimeSeriesForm }

/** One plan per side in use; the right axis has as many ticks as the left one, so that they share its grid lines. */
export const planSides = (sides: Record<0 | 1, Side | null>, length: number): Record<0 | 1, ValueAxisPlan | null> => {
  const plan = (side: Side | null): ValueAxisPlan | null =>
    side &&
    planValueAxis({
      extent: [Math.min(...side.pictures.map(({ extent }) => extent[0])), Math.max(...side.pictures.map(({ extent }) => extent[1]))],
      length,
      standsOnZero: side.pictures.some(standsOnZero),
      format: (side.pictures[0] as Picture).axisFormat,
      limits: yAxisLimits(side.form),
    })
  const [left, right] = [plan(sides[0]), plan(sides[1])]
  const hasFixedEnd = sides[1]?.form.y_axis_bounds.some((end) => end !== null) && sides[1].form.truncateYAxis
  if (!left || !right || left.log || right.log || hasFixedEnd) return { 0: left, 1: right }
  const count = Math.max(2, left.ticks.length)
  const { min, max } = right.scale
  let { step } = niceScale([min, max], { ticks: count })
  const start = () => Math.floor(min / step + 1e-9) * step
  for (let i = 0; i < 20 && start() + step * (count - 1) < max - 1e-9; i += 1)
    step = niceScale([0, step * 1.05 * (count - 1)], { ticks: count }).step
  const scale = { min: start(), max: start() + step * (count - 1), step }
  return { 0: left, 1: { ...right, scale, ...tickTexts(ticksOf(scale), sides[1]?.pictures[0]?.axisFormat ?? String) } }
}
