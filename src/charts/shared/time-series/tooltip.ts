import type { ValueFormatter } from '#core/format/number.ts'
import { grainFormatter, timeFormatter, usualTimeFormatter } from '#core/format/time.ts'
import type { Translate } from '#core/i18n/t.ts'
import type { DrawContext } from '../../chart.ts'
import { byAmount, tooltipHtml } from '../look/tooltip.ts'
import type { TooltipRow } from '../look/tooltip.ts'
import type { Axis, Series } from './series/series.ts'
import type { TimeSeriesForm } from './form/controls.ts'

type Point = { seriesId?: string; seriesName?: string; color?: unknown; dataIndex: number; value?: unknown; name?: string }

export type TooltipSource = {
  axis: Axis
  /** Id in the picture → what it shows. */
  series: Map<string, { series: Series; color: string; format: ValueFormatter }>
  /** The parts make a whole. */
  adds: boolean
}

const wholeGrains: Record<string, string> = { P1M: '%B %Y', P1D: '%a, %-d %b %Y' }

/** What the axis shows at one place, in full. */
export const axisTitle = (
  axis: Axis,
  form: TimeSeriesForm,
  { t, axisFormat = String }: { t: Translate; axisFormat?: ValueFormatter | undefined },
): ValueFormatter => {
  if (axis.kind !== 'time') return (value) => (axis.kind === 'number' ? axisFormat(value) : String(value))
  const said = form.tooltipTimeFormat
  if (said && said !== 'smart_date') return timeFormatter(said, t.locale)
  const grain = form.time_grain_sqla
  if (grain && wholeGrains[grain]) return usualTimeFormatter(wholeGrains[grain], t.locale)
  return grain ? grainFormatter(grain, t.locale) : timeFormatter('smart_date_detailed', t.locale)
}

/** ECharts' tooltip: series sorted by value, shares where they make a whole, a total below. */
export const seriesTooltip = (
  source: TooltipSource,
  form: TimeSeriesForm,
  context: DrawContext,
  axisFormat?: ValueFormatter,
): Record<string, unknown> => {
  const rich = form.rich_tooltip
  const title = axisTitle(source.axis, form, { t: context.t, axisFormat })
  const formatter = (given: Point | Point[]): string => {
    const points = (Array.isArray(given) ? given : [given]).filter(
      (point) => point.seriesId !== undefined && source.series.has(point.seriesId),
    )
    const first = Array.isArray(given) ? given[0] : given
    if (!first) return ''
    if (points.length === 0) return first.name ? tooltipHtml(first.name, [], context) : ''
    const row = (points[0] as Point).dataIndex
    const rows = points
      .map((point): TooltipRow => {
        const known = source.series.get(point.seriesId as string) as { series: Series; color: string; format: ValueFormatter }
        const amount = known.series.values[point.dataIndex] ?? null
        return { name: known.series.name, color: known.color, amount, value: amount === null ? '–' : known.format(amount) }
      })
      .filter((one) => one.amount !== null)
      .toSorted(byAmount)
    const total = rows.reduce((sum, one) => sum + (one.amount ?? 0), 0)
    const adds = source.adds && rows.length > 1 && rows.every((one) => (one.amount ?? 0) >= 0) && total > 0
    const share = adds && form.showTooltipPercentage
    const format = source.series.get((points[0] as Point).seriesId as string)?.format ?? String
    return tooltipHtml(
      title(source.axis.values[row]),
      share ? rows.map((one) => ({ ...one, share: (one.amount ?? 0) / total })) : rows,
      context,
      adds && form.showTooltipTotal ? { name: context.t('Total'), value: format(total), amount: total, strong: true } : undefined,
    )
  }
  return { trigger: rich ? 'axis' : 'item', formatter, appendTo: 'body', order: 'seriesAsc' }
}
