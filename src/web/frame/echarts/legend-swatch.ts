import { getInstanceByDom, type EChartsType } from 'echarts/core'

/** px around a swatch that belong to it. */
const marginPx = 4

/** Names of legend entries, in the order in which ECharts counts them. */
const entryNames = (chart: EChartsType): string[] => {
  const [legend] = [chart.getOption()['legend']].flat()
  if (typeof legend !== 'object' || legend === null || !('data' in legend) || !Array.isArray(legend.data)) return []
  return legend.data.map((entry: unknown) => String(typeof entry === 'object' && entry !== null && 'name' in entry ? entry.name : entry))
}

/** The legend entry of a chart whose swatch is at a point of the window; null where there is none. */
export const legendSwatchAt = (canvas: HTMLElement, { clientX, clientY }: { clientX: number; clientY: number }): string | null => {
  const box = canvas.closest<HTMLElement>('[_echarts_instance_]')
  const chart = box ? getInstanceByDom(box) : undefined
  if (!chart) return null
  const { left, top } = canvas.getBoundingClientRect()
  const [x, y] = [clientX - left, clientY - top]
  // ECharts keeps the number of an entry at its group, whose first child is the swatch.
  const entry = chart.getZr().findHover(x, y)?.target?.parent
  if (!entry || !('__legendDataIndex' in entry)) return null
  const { __legendDataIndex: index } = entry
  const swatch = entry.childAt(0)
  const rect = swatch.getBoundingRect().clone()
  rect.applyTransform(swatch.getComputedTransform())
  const isInside =
    x >= rect.x - marginPx && x <= rect.x + rect.width + marginPx && y >= rect.y - marginPx && y <= rect.y + rect.height + marginPx
  return isInside ? (entryNames(chart)[Number(index)] ?? null) : null
}
