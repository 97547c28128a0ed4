import type { EChartsOption } from 'echarts'

/** Part of a time axis, epoch ms. */
export type TimeSpan = readonly [from: number, to: number]

/** Whether dragging selects a time span. A chart with a zoom slider has that instead. */
export const isBrushable = ({ xAxis, dataZoom }: EChartsOption): boolean =>
  !Array.isArray(xAxis) && xAxis?.type === 'time' && xAxis.show !== false && !dataZoom
