import { asList, asRecord, asText } from '#core/query/read.ts'
import { chartIn } from './load-echarts.ts'

/** px around a swatch that belong to it. */
const marginPx = 4

/** The legend entry of a chart whose swatch is at a point of the window; undefined where there is none. */
export const legendSwatchAt = (canvas: Element, { clientX, clientY }: { clientX: number; clientY: number }): string | undefined => {
  const box = canvas.closest('[_echarts_instance_]')
  const chart = box && chartIn(box)
  const { left, top } = canvas.getBoundingClientRect()
  const [x, y] = [clientX - left, clientY - top]
  // ECharts keeps the number of an entry at its group, whose first child is the swatch.
  const entry = chart?.getZr().findHover(x, y)?.target?.parent
  if (!entry || !('__legendDataIndex' in entry)) return undefined
  const { __legendDataIndex: index } = entry
  const swatch = entry.childAt(0)
  const rect = swatch.getBoundingRect().clone()
  rect.applyTransform(swatch.getComputedTransform())
  const isWithin = (at: number, from: number, size: number) => at >= from - marginPx && at <= from + size + marginPx
  if (!isWithin(x, rect.x, rect.width) || !isWithin(y, rect.y, rect.height)) return undefined
  const [legend] = asList(chart?.getOption()['legend'])
  const named = asList(asRecord(legend)['data'])[Number(index)]
  return asText(named) ?? asText(asRecord(named)['name'])
}
