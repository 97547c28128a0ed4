import type { EChartsOption } from 'echarts'
import { dress } from '../look/dress.ts'
import type { DrawContext } from '../../chart.ts'
import { planValueAxis, yAxisLimits } from '../cartesian/value-axis.ts'
import { drawMarks, streamBase } from './marks.ts'
import type { Picture } from './picture.ts'
import { topsOf } from './picture.ts'
import { axisOption, bandCount, planAxis } from './plan.ts'
import type { TimeSeriesForm } from './form/controls.ts'

/** A small picture without axes, labels and words. */
export const thumbnailOption = (picture: Picture, form: TimeSeriesForm, context: DrawContext): EChartsOption => {
  const { width, height } = context
  const tiny = height < 60
  const [side, edge] = tiny ? [4, 5] : [10, 12]
  const plot = { left: side, top: edge, width: width - 2 * side, height: height - 2 * edge }
  const bars = picture.marks.kind === 'bar'
  const lying = bars && form.orientation === 'horizontal'
  const axis = planAxis(picture.axis, form, { width: plot.width, height: plot.height, bars, exact: true }, context)
  const values = planValueAxis({
    extent: picture.extent,
    length: plot.height,
    standsOnZero: bars || picture.marks.area,
    format: String,
    limits: yAxisLimits(form),
  })
  const wish = {
    ...picture,
    marks: { ...picture.marks, showValue: false, markers: false },
    context,
    labelled: false,
    horizontal: lying,
    band: plot.width / bandCount(picture.axis, form, context),
    pixelsPerUnit: 0,
  }
  const [low, high] = picture.extent
  const reach = planned(low, high, bars || picture.marks.area, values.scale.min)
  const category = lying ? { type: 'category', data: picture.axis.values.map(String), inverse: true } : axisOption(axis, picture.axis, form)
  const value = { type: values.log ? 'log' : 'value', ...(values.log ? {} : reach) }
  const marks = drawMarks(picture.series, wish)
  const stream = picture.marks.stack === 'Stream' ? [streamBase(topsOf(picture), wish)] : []
  return dress(
    {
      animation: false,
      grid: { ...plot, outerBoundsMode: 'none' },
      xAxis: { ...(lying ? value : category), show: false },
      yAxis: { ...(lying ? category : value), show: false },
      legend: { show: false },
      series: [...stream, ...marks],
    },
    context.theme,
  )
}

/** Without labels the ends need not be round. */
const planned = (low: number, high: number, zero: boolean, roundMin: number): { min: number; max: number } => {
  const min = zero ? Math.min(0, low) : roundMin === 0 ? 0 : low
  const max = zero ? Math.max(0, high) : high
  return min === max ? { min: min - 1, max: max + 1 } : { min, max }
}
