import type { EChartsOption } from 'echarts'
import type { DrawContext } from '../../chart.ts'
import type { FrameAxis } from '../cartesian/axes.ts'
import { cartesianOption } from '../cartesian/frame.ts'
import { endsOption, planValueAxis, yAxisLimits } from '../cartesian/value-axis.ts'
import { horizontalAxis } from './axes.ts'
import type { TimeSeriesForm } from './form/controls.ts'
import { marksOfPicture } from './picture-marks.ts'
import type { Picture } from './picture.ts'
import { bandCount } from './plan.ts'

/** px of height under which a thumbnail has smaller margins. */
const tinyHeight = 60

const unlabelled = (option: Record<string, unknown>) => ({ depth: 0, underhang: 0, overhang: 0, option })

/** Ends of an axis without labels: they need not be round. */
const endsOf = ([low, high]: [number, number], standsOnZero: boolean, roundMin: number): { min: number; max: number } => {
  const min = standsOnZero ? Math.min(0, low) : roundMin === 0 ? 0 : low
  const max = standsOnZero ? Math.max(0, high) : high
  return min === max ? { min: min - 1, max: max + 1 } : { min, max }
}

const valueAxis = ({ extent, marks }: Picture, form: TimeSeriesForm): FrameAxis => ({
  place: ({ height }) => {
    const standsOnZero = marks.kind === 'bar' || marks.area
    const plan = planValueAxis({ extent, length: height, standsOnZero, format: String, limits: yAxisLimits(form) })
    return unlabelled(plan.log ? endsOption(plan) : { type: 'value', ...endsOf(extent, standsOnZero, plan.scale.min) })
  },
})

const nameAxis = ({ axis }: Picture): FrameAxis => ({
  place: () => unlabelled({ type: 'category', data: axis.values.map(String), inverse: true }),
})

/** A small picture without axes, labels and words. */
export const thumbnailOption = (picture: Picture, form: TimeSeriesForm, context: DrawContext): EChartsOption => {
  const hasBars = picture.marks.kind === 'bar'
  const lies = hasBars && form.orientation === 'horizontal'
  const values = valueAxis(picture, form)
  const quiet = { ...picture, marks: { ...picture.marks, showValue: false, markers: false } }
  return cartesianOption(
    {
      x: lies ? values : horizontalAxis(picture.axis, form, { hasBars, isExact: true }, context),
      y: lies ? nameAxis(picture) : values,
      series: [],
      inset: context.height < tinyHeight ? [4, 5] : [10, 12],
    },
    ({ plot }) => ({
      series: marksOfPicture(
        quiet,
        { band: plot.width / bandCount(picture.axis, form, context), pixelsPerUnit: 0, labelled: false, totals: null },
        context,
        lies,
      ),
    }),
    context,
  )
}
