import { numberFormatter } from '#core/format/number.ts'
import { colors } from '#core/theme/tokens.ts'
import type { DrawContext } from '../../chart.ts'
import { escapeText } from '../text/html.ts'
import { writtenName } from '../text/written-name.ts'

export type TooltipRow = {
  name: string
  /** Already formatted. */
  value: string
  color?: string
  /** For sorting; missing goes last. */
  amount: number | null
  /** Part of the whole, 0 to 1. */
  share?: number
  strong?: boolean
}

const maxRows = 10

/** A tooltip's HTML: a title, then rows of dot, name and right-aligned number; ten at most, then how many more. Every text is escaped. */
export const tooltipHtml = (
  title: string,
  rows: TooltipRow[],
  { theme, t }: Pick<DrawContext, 'theme' | 't'>,
  foot?: TooltipRow,
): string => {
  const c = colors[theme]
  const percent = numberFormatter('.0%', t.locale)
  const shares = rows.some((row) => row.share !== undefined)
  const cells = (row: TooltipRow): string => {
    const dot = `<span style="display:inline-block;width:8px;height:8px;border-radius:4px;margin-right:8px;background:${escapeText(row.color ?? 'transparent')}"></span>`
    const weight = row.strong ? ';font-weight:600' : ''
    const share = row.share === undefined ? '' : percent(Math.round(row.share * 100) / 100)
    return (
      `<tr style="height:20px${weight}">` +
      `<td style="padding:0;color:${row.strong ? c.text : c.text2};max-width:200px;overflow:hidden;text-overflow:ellipsis;white-space:nowrap">${row.color ? dot : ''}${escapeText(writtenName(row.name, t))}</td>` +
      `<td style="padding:0 0 0 16px;text-align:right;color:${c.text}">${escapeText(row.value)}</td>` +
      (shares ? `<td style="padding:0 0 0 12px;text-align:right;color:${c.text3}">${share}</td>` : '') +
      '</tr>'
    )
  }
  const sorted = rows.length > maxRows ? rows.slice(0, maxRows) : rows
  const more = rows.length - sorted.length
  return (
    `<div style="font-weight:600;line-height:20px;color:${c.text}">${escapeText(writtenName(title, t))}</div>` +
    `<table style="border-collapse:collapse;width:100%;line-height:20px;font-variant-numeric:tabular-nums"><tbody>${sorted.map(cells).join('')}${foot ? cells(foot) : ''}</tbody></table>` +
    (more > 0 ? `<div style="line-height:20px;color:${c.text3}">${escapeText(t('and %(count)s more', { count: more }))}</div>` : '')
  )
}

export const byAmount = (a: TooltipRow, b: TooltipRow): number => (b.amount ?? -Infinity) - (a.amount ?? -Infinity)

/** What a chart says about a place or a mark. */
type Content = readonly [title: string, rows: TooltipRow[]]

/** ECharts asks the same formatter about an entry of the legend. */
type LegendEntry = { componentType: 'legend'; name: string }

const isLegendEntry = (point: unknown): point is LegendEntry =>
  typeof point === 'object' && point !== null && 'componentType' in point && point.componentType === 'legend'

const formatterOf =
  <Point>(context: DrawContext, contentOf: (point: Point) => Content | null) =>
  (point: Point | LegendEntry): string => {
    const content: Content | null = isLegendEntry(point) ? [point.name, []] : contentOf(point)
    return content ? tooltipHtml(...content, context) : ''
  }

/** A tooltip over a place of the axis, for a chart whose rows are not its series. */
export const rowTooltip = (
  axisPointer: 'shadow' | 'none',
  context: DrawContext,
  contentAt: (row: number) => Content,
): Record<string, unknown> => ({
  trigger: 'axis',
  axisPointer: { type: axisPointer },
  formatter: formatterOf<{ dataIndex: number }[]>(context, (points) => contentAt(points[0]?.dataIndex ?? 0)),
})

/** A tooltip over one mark; `contentOf` is given what ECharts knows about it. */
export const markTooltip = <Point>(context: DrawContext, contentOf: (point: Point) => Content | null): Record<string, unknown> => ({
  trigger: 'item',
  formatter: formatterOf(context, contentOf),
})
