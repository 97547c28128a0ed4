import type { Table } from '#core/table.ts'
import { colors, sizes } from '#core/theme/tokens.ts'
import { tabularMeasure } from '#core/theme/tabular-measure.ts'
import type { DrawContext } from '../chart.ts'
import { defineStill } from '../define-chart.ts'
import { ellipsis } from '../shared/cartesian/category-labels.ts'
import { drawTableMarks, shrunk, wordsFrom } from '../shared/svg/table-marks.ts'
import { element, line, proportional, rect, svgOf, textAt } from '../shared/svg/svg.ts'
import { columnWidths, headRuns, labelIndent, labelWidth, pad, rowHeight as row, weightOf, indent } from './layout.ts'
import { readPivot } from './pivot.ts'
import type { Pivot, PivotRow } from './pivot.ts'
import { readable } from '../shared/svg/figure.ts'
import { tintOf } from './tint.ts'
import { pivotControls } from './controls.ts'
import type { PivotForm } from './controls.ts'

const edge = 4
const size = sizes.control

type Placed = { at: number; x: number; span: number }

/** Columns that fit beside the labels, a total at the end stays; widths grow to fill the room. */
const place = (pivot: Pivot, labels: number, { width, measure }: DrawContext): { shown: Placed[]; hidden: number } => {
  const wanted = columnWidths(pivot, measure)
  const room = width - labels
  const fits = (list: number[]) => list.reduce((sum, i) => sum + (wanted[i] ?? 0), 0) <= room
  const all = pivot.columns.map((_, i) => i)
  const [inner, ends] = [all.filter((i) => pivot.columns[i]?.kind !== 'total'), all.filter((i) => pivot.columns[i]?.kind === 'total')]
  let shown = all
  let count = inner.length
  while (count > 1 && !fits(shown)) {
    count -= 1
    shown = [...inner.slice(0, count), ...ends]
  }
  if (!fits(shown)) shown = shown.slice(0, 1)
  const used = shown.reduce((sum, i) => sum + (wanted[i] ?? 0), 0)
  const spare = Math.max(0, room - used)
  let x = labels
  const placed = shown.map((at) => {
    const span = (wanted[at] ?? 0) + spare / shown.length
    x += span
    return { at, x: x - span, span }
  })
  return { shown: placed, hidden: all.length - shown.length }
}

const arrow = (x: number, y: number, stroke: string): string =>
  element('path', { d: `M${x} ${y - 2}l4 4l4 -4`, stroke, 'stroke-width': 1.5, 'stroke-linecap': 'round', 'stroke-linejoin': 'round' })

const marks = (pivot: Pivot, context: DrawContext): string => {
  const labels = { label: pivot.corner, align: 'left' as const, text: (at: number) => pivot.rows[at]?.label ?? '' }
  const cells = pivot.columns.map((column, i) => ({
    label: column.heads.at(-1) ?? '',
    align: 'right' as const,
    text: (at: number) => pivot.rows[at]?.cells?.[i]?.text ?? '',
  }))
  return drawTableMarks([labels, ...cells], pivot.rows.length, context)
}

/** Heads, as many rows as fit, the totals below a strong line. Where it is small, smaller and without what does not fit. */
const drawPivot = (tables: Table[], form: PivotForm, context: DrawContext): string => {
  const [table] = tables
  const { width, height, thumbnail } = context
  const pivot = table ? readPivot(table, form, context) : null
  if (!pivot || pivot.columns.length === 0 || pivot.rows.length === 0) return svgOf(width, height)
  if (!thumbnail) return draw(pivot, form, context)
  if (height < wordsFrom) return marks(pivot, context)
  return shrunk(context, (wide, high) => draw(pivot, form, { ...context, width: wide, height: high }))
}

/** A pivot table with its places: what fits of its columns and rows. */
type Layout = {
  pivot: Pivot
  form: PivotForm
  context: DrawContext
  labels: number
  columns: Placed[]
  levels: number
  body: PivotRow[]
  totals: PivotRow[]
  hidden: { rows: number; columns: number }
  bottom: number
}

const layOut = (pivot: Pivot, form: PivotForm, context: DrawContext): Layout => {
  const { width, height, measure, thumbnail } = context
  const labels = Math.ceil(Math.min(labelWidth(pivot, measure) + edge + pad, width * 0.4))
  const { shown: columns, hidden } = place(pivot, labels, context)
  const levels = Math.max(1, ...pivot.columns.map(({ heads }) => heads.length))
  const rows = pivot.rows.filter(({ kind }) => kind !== 'total')
  const totals = thumbnail ? [] : pivot.rows.filter(({ kind }) => kind === 'total')

  const fitting = height / row - levels - totals.length
  const room = Math.max(1, thumbnail ? Math.ceil(fitting) : Math.floor(fitting))
  const saysMore = !thumbnail && (rows.length > room || hidden > 0)
  const body = rows.slice(0, saysMore ? Math.max(1, room - 1) : room)
  const bottom = (levels + body.length + totals.length) * row
  return {
    pivot,
    form,
    context,
    labels,
    columns,
    levels,
    body,
    totals,
    hidden: { rows: rows.length - body.length, columns: hidden },
    bottom,
  }
}

const cut = (text: string, room: number, { measure }: Pick<DrawContext, 'measure'>, weight = 400) =>
  ellipsis(text, (room * 12) / size, measure, weight)

/** The right edge of a column's texts. */
const endOf = (column: Placed, { columns }: Layout) => column.x + column.span - (column === columns.at(-1) ? edge : pad)

const drawHeads = (layout: Layout): string[] => {
  const { pivot, columns, levels, context } = layout
  const c = colors[context.theme]
  const look = { size, fill: c.text2, weight: 500 }
  const places = columns.map(({ at }) => at)
  return Array.from({ length: levels }, (_, level) => {
    const y = level * row + row / 2 + 4.5
    return headRuns(pivot, places, level)
      .filter(({ text }) => text !== '')
      .map(({ text, from, to }) => {
        const [first, last] = [columns[from] as Placed, columns[to] as Placed]
        const end = endOf(last, layout)
        if (from === to) return textAt(end, y, cut(text, last.span - pad, context, 500), { ...look, anchor: 'end' })
        const rule = line([first.x + pad, (level + 1) * row - 0.5], [end, (level + 1) * row - 0.5], c.line)
        return textAt(first.x + pad, y, cut(text, end - first.x - pad, context, 500), look) + rule
      })
      .join('')
  })
}

const drawCell = (one: PivotRow, column: Placed, top: number, layout: Layout): string => {
  const { pivot, form, context } = layout
  const c = colors[context.theme]
  if (!one.cells) return ''
  const [x, y] = [endOf(column, layout), top + row / 2 + 4.5]
  const cell = one.cells[column.at]
  if (!cell) return textAt(x, y, '–', { size, fill: c.text3, anchor: 'end' })
  const tint = tintOf(pivot, { row: one, column: column.at }, { form, theme: context.theme })
  const box = { x: column.x + 1, y: top + 1, width: column.span - 2, height: row - 2 }
  const weight = weightOf(one)
  const digits = { measure: tabularMeasure(context.measure) }
  const look = {
    size,
    fill: tint?.paints === 'text' ? readable(tint.color, context.theme) : c.text,
    anchor: 'end' as const,
    ...(weight > 400 && { weight }),
  }
  return (
    (tint?.paints === 'cell' ? rect(box, { fill: tint.color, 'fill-opacity': tint.opacity }) : '') +
    textAt(x, y, cut(`${tint?.icon ? `${tint.icon} ` : ''}${cell.text}`, column.span - pad, digits, weight), look)
  )
}

const drawRow = (one: PivotRow, top: number, layout: Layout): string => {
  const { labels, columns, context } = layout
  const c = colors[context.theme]
  const shift = edge + labelIndent(one)
  const weight = weightOf(one)
  const look = { size, fill: c.text, ...(weight > 400 && { weight }) }
  return (
    (one.kind === 'group' ? arrow(edge + one.depth * indent, top + row / 2, c.text2) : '') +
    proportional(textAt(shift, top + row / 2 + 4.5, cut(one.label, labels - shift - 4, context, weight), look)) +
    columns.map((column) => drawCell(one, column, top, layout)).join('')
  )
}

/** What is left out, below the table. */
const drawMore = ({ hidden, bottom, context: { t, theme, thumbnail } }: Layout): string => {
  const texts = [
    ...(hidden.rows > 0 ? [t.plural(hidden.rows, '%(count)s more row', '%(count)s more rows')] : []),
    ...(hidden.columns > 0 ? [t.plural(hidden.columns, '%(count)s more column', '%(count)s more columns')] : []),
  ]
  if (thumbnail || texts.length === 0) return ''
  return textAt(edge, bottom + row / 2 + 4, texts.join(', '), { size: sizes.caption, fill: colors[theme].text3 })
}

const drawCorner = ({ pivot, labels, levels, context }: Layout): string =>
  textAt(edge, (levels - 1) * row + row / 2 + 4.5, cut(pivot.corner, labels - edge - 4, context, 500), {
    size,
    fill: colors[context.theme].text2,
    weight: 500,
  })

const draw = (pivot: Pivot, form: PivotForm, context: DrawContext): string => {
  const { width, height, theme } = context
  const c = colors[theme]
  const layout = layOut(pivot, form, context)
  const { columns, levels, body, totals, bottom } = layout
  const across = (y: number, color: string) => line([0, y - 0.5], [width, y - 0.5], color)
  const top = levels * row
  const below = top + body.length * row
  const rows = body.map((one, i) => drawRow(one, top + i * row, layout) + across(top + (i + 1) * row, c.line))
  const foot = totals.map((one, i) => (i === 0 ? across(below, c.lineStrong) : '') + drawRow(one, below + i * row, layout))
  const firstTotal = columns.length > 1 ? columns.find(({ at }) => pivot.columns[at]?.kind === 'total') : undefined
  const beforeTotal = firstTotal ? line([firstTotal.x + 0.5, 0], [firstTotal.x + 0.5, bottom], c.line) : ''
  const parts = [
    proportional(drawCorner(layout), ...drawHeads(layout)),
    across(top, c.lineStrong),
    ...rows,
    ...foot,
    beforeTotal,
    drawMore(layout),
  ]
  return svgOf(width, height, element('g', {}, ...parts))
}

export const pivotStill = defineStill(pivotControls, drawPivot)
