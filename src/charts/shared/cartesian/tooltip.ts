import type { ValueFormatter } from '#core/format/number.ts'
import type { DrawContext } from '../../chart.ts'
import { byAmount, tooltipHtml } from '../look/tooltip.ts'
import type { TooltipRow } from '../look/tooltip.ts'

/** A series as legend and tooltip name it. */
export type FrameSeries = {
  /** Id in the picture. */
  id: string
  name: string
  color: string
  /** Of marks that are fainter than others. */
  opacity?: number
  values: readonly (number | null)[]
  format: ValueFormatter
}

export type TooltipOptions = {
  /** Names the place that is pointed at. */
  titleAt: (row: number) => string
  series: readonly FrameSeries[]
  /** Whether the series make a whole; then each may say its share, and a row below their total. */
  whole?: { shares: boolean; total: boolean } | null
  /** Whether the largest value is first; otherwise the order of the series. */
  isSorted?: boolean
  /** All series of a place, or the one that is pointed at. */
  trigger?: 'axis' | 'item'
  axisPointer?: 'line' | 'shadow' | 'none' | undefined
}

type Point = { seriesId?: string; dataIndex: number; name?: string }

/** A tooltip over one place of the axis: the series with their shares and their total where they make a whole. */
export const axisTooltip = (options: TooltipOptions, context: DrawContext): Record<string, unknown> => {
  const byId = new Map(options.series.map((one) => [one.id, one]))
  const formatter = (given: Point | Point[]): string => {
    const points = [given].flat()
    const shown = points.flatMap((point) => {
      const series = byId.get(point.seriesId ?? '')
      return series ? [{ series, row: point.dataIndex }] : []
    })
    const first = shown[0]
    if (!first) return points[0]?.name ? tooltipHtml(points[0].name, [], context) : ''
    const inOrder = shown.flatMap(({ series, row }): TooltipRow[] => {
      const amount = series.values[row] ?? null
      return amount === null ? [] : [{ name: series.name, color: series.color, amount, value: series.format(amount) }]
    })
    const rows = options.isSorted === false ? inOrder : inOrder.toSorted(byAmount)
    const total = rows.reduce((sum, { amount }) => sum + (amount ?? 0), 0)
    const whole = rows.length > 1 && total > 0 && rows.every(({ amount }) => (amount ?? 0) >= 0) ? options.whole : null
    return tooltipHtml(
      options.titleAt(first.row),
      whole?.shares ? rows.map((one) => ({ ...one, share: (one.amount ?? 0) / total })) : rows,
      context,
      whole?.total ? { name: context.t('Total'), value: first.series.format(total), amount: total, strong: true } : undefined,
    )
  }
  return {
    trigger: options.trigger ?? 'axis',
    formatter,
    appendTo: 'body',
    order: 'seriesAsc',
    axisPointer: { type: options.axisPointer ?? 'line' },
  }
}
