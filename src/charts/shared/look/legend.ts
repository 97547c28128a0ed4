import type { DrawContext } from '../../chart.ts'
import { ellipsis } from '../cartesian/category-labels.ts'
import type { FormOf } from '../../read-form.ts'
import type { legend } from '../form/controls.ts'
import { measures } from './echarts-theme.ts'
import { writtenName } from '../text/written-name.ts'

export type LegendItem = {
  name: string
  color: string
  /** Of marks that are fainter than others. */
  opacity?: number
  /** What is said behind the name: a share of the whole. */
  note?: string
}

export type LegendPlan = {
  option: Record<string, unknown>
  /** Room that it takes at each side of the plot, px. */
  top: number
  bottom: number
  left: number
  right: number
}

const noRoom = { top: 0, bottom: 0, left: 0, right: 0 }
const longestName = 200
/** px between the lines of a list. */
const listGap = 4

export const noLegend: LegendPlan = { option: { show: false }, ...noRoom }

/** px from a dot to its name: 5 by ECharts, 2 by the theme. */
const nameGap = 7

const itemWidth = (name: string, measure: DrawContext['measure']) => measures.dot + nameGap + Math.min(longestName, measure(name, 12))

const itemOption = ({ name, color, opacity = 1 }: LegendItem) => ({ name, itemStyle: { color, opacity } })

/** A list below the picture, one entry to a line; null where it would take more than its part of the height. */
export const listLegend = (items: LegendItem[], { width, height, measure, t }: DrawContext): LegendPlan | null => {
  const room = items.length * (measures.line + listGap)
  if (room > height * 0.45) return null
  const notes = new Map(items.map(({ name, note = '' }) => [name, note]))
  const forNotes = Math.max(...items.map(({ note = '' }) => measure(note, 12))) + 12
  return {
    option: {
      show: true,
      orient: 'vertical',
      left: 0,
      bottom: 0,
      top: 'auto',
      itemGap: listGap,
      data: items.map(itemOption),
      formatter: (name: string) => `${ellipsis(writtenName(name, t), width - measures.dot - forNotes, measure)}  ${notes.get(name) ?? ''}`,
      tooltip: { show: true },
    },
    ...noRoom,
    bottom: room + measures.legendGap,
  }
}

const rowsOf = (items: LegendItem[], width: number, measure: DrawContext['measure']): number => {
  let rows = 1
  let used = 0
  for (const { name } of items) {
    const next = itemWidth(name, measure) + measures.legendItemGap
    if (used > 0 && used + measures.legendItemGap + next > width) {
      rows += 1
      used = next
    } else used += (used > 0 ? measures.legendItemGap : 0) + next
  }
  return rows
}

/** What a form says about its legend; charts without these controls have it on top. */
export type LegendForm = Partial<FormOf<typeof legend>>

/**
 * Rows of text above the plot, or where the form puts them: two at most, then it scrolls; a plain legend shows all of them, unless they would
 * take more than half of the picture's height, or more than one column.
 */
export const planLegend = (items: LegendItem[], form: LegendForm, context: DrawContext): LegendPlan => {
  const { width, measure } = context
  const { legendOrientation: place = 'top', legendType: type = 'scroll' } = form
  const margin = form.legendMargin ?? 0
  const vertical = place === 'left' || place === 'right'
  const rows = vertical ? 1 : rowsOf(items, width, measure)
  const line = measures.line + measures.legendItemGap
  const allRows = measures.legendRow + (rows - 1) * line
  const isTooLarge = vertical ? items.length * line > context.height : allRows > context.height / 2
  const isCrowded = rows > 2 || (rows > 1 && context.height < 200)
  const scrolls = isTooLarge || (isCrowded && type === 'scroll')
  const height = scrolls ? measures.legendRow : allRows
  const widest = Math.ceil(Math.min(width / 3, Math.max(...items.map(({ name }) => itemWidth(name, measure)))))
  const longest = vertical ? widest - measures.dot - nameGap : longestName
  const side: Record<string, [Record<string, unknown>, Partial<LegendPlan>]> = {
    top: [{ left: 0, top: 0, width }, { top: height + margin }],
    bottom: [{ left: 0, bottom: 0, top: 'auto', width }, { bottom: height + measures.legendGap + margin }],
    left: [{ left: 0, top: 0, height: context.height }, { left: widest + 16 + margin }],
    right: [{ right: 0, left: 'auto', top: 0, height: context.height }, { right: widest + 16 + margin }],
  }
  const [position, room] = side[place] ?? (side['top'] as [Record<string, unknown>, Partial<LegendPlan>])
  return {
    option: {
      show: true,
      type: scrolls ? 'scroll' : 'plain',
      orient: vertical ? 'vertical' : 'horizontal',
      ...position,
      data: items.map(itemOption),
      formatter: (name: string) => ellipsis(writtenName(name, context.t), longest, measure),
      tooltip: { show: true },
    },
    ...noRoom,
    ...room,
  }
}

/** The legend of a chart: none for one name, in a thumbnail, or where the form hides it. */
export const legendOf = (items: readonly LegendItem[], form: LegendForm, context: DrawContext): LegendPlan => {
  const names = new Set<string>()
  const shown = items.filter(({ name }) => !names.has(name) && names.add(name))
  return context.thumbnail || form.show_legend === false || shown.length < 2 ? noLegend : planLegend(shown, form, context)
}
