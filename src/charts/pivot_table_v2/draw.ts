import type { Table } from '#core/table.ts'
import { colors, sizes } from '#core/theme/tokens.ts'
import type { DrawContext } from '../chart.ts'
import { ellipsis } from '../shared/cartesian/category-labels.ts'
import { drawTableMarks, shrunk, wordsFrom } from '../shared/svg/table-marks.ts'
import { element, line, rect, svgOf, textAt } from '../shared/svg/svg.ts'
import { columnWidths, headRuns, labelIndent, labelWidth, pad, rowHeight as row, weightOf, indent } from './layout.ts'
import { readPivot } from './pivot.ts'
import type { Pivot, PivotRow } from './pivot.ts'
import { tintOf } from './tint.ts'
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
export const drawPivot = (tables: Table[], form: PivotForm, context: DrawContext): string => {
  const [table] = tables
  const { width, height, thumbnail } = context
  const pivot = table ? readPivot(table, form, context) : null
  if (!pivot || pivot.columns.length === 0 || pivot.rows.length === 0) return svgOf(width, height)
  if (!thumbnail) return draw(pivot, form, context)
  if (height < wordsFrom) return marks(pivot, context)
  return shrunk(context, (wide, high) => draw(pivot, form, { ...context, width: wide, height: high }))
}

const draw = (pivot: Pivot, form: PivotForm, context: DrawContext): string => {
  const { width, height, theme, t, measure, thumbnail } = context
  const c = colors[theme]
  const cut = (text: string, room: number, weight = 400) => ellipsis(text, (room * 12) / size, measure, weight)
  const labels = Math.ceil(Math.min(labelWidth(pivot, measure) + edge + pad, width * 0.4))
  const { shown, hidden } = place(pivot, labels, context)
  const levels = Math.max(1, ...pivot.columns.map(({ heads }) => heads.length))
  const body = pivot.rows.filter(({ kind }) => kind !== 'total')
  const totals = thumbnail ? [] : pivot.rows.filter(({ kind }) => kind === 'total')

  const fitting = height / row - levels - totals.length
  const room = Math.max(1, thumbnail ? Math.ceil(fitting) : Math.floor(fitting))
  const missing = !thumbnail && (body.length > room || hidden > 0)
  const count = Math.min(body.length, missing ? Math.max(1, room - 1) : room)
  const endOf = (one: Placed) => one.x + one.span - (one === shown.at(-1) ? edge : pad)

  const heads = Array.from({ length: levels }, (_, level) => {
    const y = level * row + row / 2 + 4.5
    const runs = headRuns(
      pivot,
      shown.map(({ at }) => at),
      level,
    )
    return runs
      .filter(({ text }) => text !== '')
      .map(({ text, from, to }) => {
        const [first, last] = [shown[from] as Placed, shown[to] as Placed]
        const look = { size, fill: c.text2, weight: 500 }
        const end = endOf(last)
        if (from === to) return textAt(end, y, cut(text, last.span - pad, 500), { ...look, anchor: 'end' })
        const rule = line([first.x + pad, (level + 1) * row - 0.5], [end, (level + 1) * row - 0.5], c.line)
        return textAt(first.x + pad, y, cut(text, end - first.x - pad, 500), look) + rule
      })
      .join('')
  })
  const lineOf = (one: PivotRow, top: number): string => {
    const y = top + row / 2 + 4.5
    const shift = edge + labelIndent(one)
    const cells = shown.map((column) => {
      const found = one.cells?.[column.at]
      if (!one.cells) return ''
      if (!found) return textAt(endOf(column), y, '–', { size, fill: c.text3, anchor: 'end' })
      const tint = tintOf(pivot, { row: one, column: column.at }, { form, theme })
      const look = { size, fill: c.text, anchor: 'end' as const, ...(one.kind !== 'leaf' && { weight: 600 }) }
      return (
        (tint
          ? rect(
              { x: column.x + 1, y: top + 1, width: column.span - 2, height: row - 2 },
              { fill: tint.color, 'fill-opacity': tint.opacity },
            )
          : '') + textAt(endOf(column), y, cut(found.text, column.span - pad, one.kind === 'leaf' ? 400 : 600), look)
      )
    })
    const weight = weightOf(one)
    return (
      (one.kind === 'group' ? arrow(edge + one.depth * indent, top + row / 2, c.text2) : '') +
      textAt(shift, y, cut(one.label, labels - shift - 4, weight), { size, fill: c.text, ...(weight > 400 && { weight }) }) +
      cells.join('')
    )
  }
  const top = levels * row
  const lines = body.slice(0, count).map((one, i) => {
    const y = top + i * row
    return lineOf(one, y) + line([0, y + row - 0.5], [width, y + row - 0.5], c.line)
  })
  const below = top + count * row
  const foot = totals.map(
    (one, i) => (i === 0 ? line([0, below - 0.5], [width, below - 0.5], c.lineStrong) : '') + lineOf(one, below + i * row),
  )
  const end = below + totals.length * row
  const firstTotal = shown.find(({ at }) => pivot.columns[at]?.kind === 'total')
  const behind = firstTotal && shown.length > 1 ? line([firstTotal.x + 0.5, 0], [firstTotal.x + 0.5, end], c.line) : ''
  const more =
    !thumbnail &&
    [
      ...(body.length > count ? [t.plural(body.length - count, '%(count)s more row', '%(count)s more rows')] : []),
      ...(hidden > 0 ? [t.plural(hidden, '%(count)s more column', '%(count)s more columns')] : []),
    ].join(', ')
  return svgOf(
    width,
    height,
    element(
      'g',
      {},
      textAt(edge, (levels - 1) * row + row / 2 + 4.5, cut(pivot.corner, labels - edge - 4, 500), { size, fill: c.text2, weight: 500 }),
      ...heads,
      line([0, top - 0.5], [width, top - 0.5], c.lineStrong),
      ...lines,
      ...foot,
      behind,
      more ? textAt(edge, end + row / 2 + 4, more, { size: sizes.caption, fill: c.text3 }) : '',
    ),
  )
}
