import type { Table } from '#core/table.ts'
import { colors, sizes } from '#core/theme/tokens.ts'
import type { DrawContext } from '../chart.ts'
import { ellipsis } from '../shared/cartesian/category-labels.ts'
import { evenFigures } from '../shared/format/even-figures.ts'
import { readable } from '../shared/svg/figure.ts'
import { formatOfCell, formatOfRow } from '../shared/table/conditional-format.ts'
import type { CellFormat } from '../shared/table/conditional-format.ts'
import { element, line, rect, svgOf, textAt } from '../shared/svg/svg.ts'
import type { Box } from '../shared/svg/svg.ts'
import { drawTableMarks, shrunk, wordsFrom } from '../shared/svg/table-marks.ts'
import { readColumns, readTotals } from './columns.ts'
import type { TableColumn } from './columns.ts'
import { tableWithShares } from './shares.ts'
import type { TableForm } from './controls.ts'

const row = 32
const pad = 12
const edge = 4
const barInset = 8
const barHeight = 20
const size = sizes.control

type Placed = TableColumn & { x: number; span: number }

const leastWords = 96

/** Widths by content, shared out where they do not fit: long words and heads give way, numbers and dates do not. */
const place = (columns: TableColumn[], rows: number, { width, measure }: DrawContext): Placed[] => {
  const rooms = columns.map((column): { wanted: number; least: number } => {
    const texts = Array.from({ length: Math.min(rows, 50) }, (_, i) => measure(evenFigures(column.text(i)), size))
    const content = Math.ceil(Math.max(24, ...texts, column.bars ? 72 : 0)) + 2 * pad
    const head = Math.ceil(measure(column.label, size, 500)) + (column.sorted ? 16 : 0) + 2 * pad
    if (column.isTruncated) return { wanted: column.width ?? leastWords, least: column.width ?? leastWords }
    const wanted = Math.max(column.width ?? 0, Math.min(column.words ? 360 : Infinity, Math.max(content, head)))
    return { wanted, least: column.width ?? Math.min(wanted, column.words ? leastWords : content) }
  })
  const sum = rooms.reduce((total, room) => total + room.wanted, 0)
  const give = rooms.reduce((total, room) => total + room.wanted - room.least, 0)
  const spare = width - sum
  const share = spare < 0 ? Math.min(1, -spare / (give || 1)) : 0
  let x = 0
  return columns.map((column, i) => {
    const { wanted, least } = rooms[i] as { wanted: number; least: number }
    const span = spare >= 0 ? wanted + (spare * wanted) / (sum || 1) : wanted - (wanted - least) * share
    x += span
    return { ...column, x: x - span, span }
  })
}

const inset = (column: Placed, columns: Placed[]): [number, number] => [
  column === columns[0] ? edge : pad,
  column === columns.at(-1) ? edge : pad,
]

const words = (
  text: string,
  column: Placed,
  columns: Placed[],
  look: { y: number; fill: string; weight?: number; measure: DrawContext['measure'] },
): string => {
  if (text === '') return ''
  const [before, after] = inset(column, columns)
  const cut = ellipsis(text, ((column.span - before - after) * 12) / size, look.measure, look.weight ?? 400)
  const at = { left: column.x + before, center: column.x + column.span / 2, right: column.x + column.span - after }[column.align]
  const anchor = { left: 'start', center: 'middle', right: 'end' } as const
  return textAt(at, look.y + row / 2 + 4.5, cut, {
    size,
    fill: look.fill,
    anchor: anchor[column.align],
    ...(look.weight && { weight: look.weight }),
  })
}

const cellBar = (value: number, column: Placed, { columns, y }: { columns: Placed[]; y: number }, { theme }: DrawContext): string => {
  if (!column.bars) return ''
  const { low, high, isSplit, isSigned } = column.bars
  const c = colors[theme]
  const [, after] = inset(column, columns)
  const box: Box = { x: column.x + barInset, y: y + (row - barHeight) / 2, width: column.span - barInset - after + 6, height: barHeight }
  const reach = isSplit ? high - low : Math.max(Math.abs(low), Math.abs(high))
  const zero = isSplit ? (-low / (reach || 1)) * box.width : 0
  const width = (Math.abs(value) / (reach || 1)) * box.width
  return rect(
    { ...box, x: box.x + (value < 0 && isSplit ? zero - width : zero), width },
    { fill: isSigned && value < 0 ? c.bad : c.accent, 'fill-opacity': theme === 'light' ? 0.12 : 0.2, rx: 2 },
  )
}

/** What is behind a text: the colour of a conditional format, and the bar of a number. */
const drawBehind = (
  value: unknown,
  column: Placed,
  { columns, y, format }: { columns: Placed[]; y: number; format: CellFormat | null },
  context: DrawContext,
): string => {
  const box = { x: column.x + 1, y: y + 1, width: column.span - 2, height: row - 2 }
  const tint = format?.paints === 'cell' ? rect(box, { fill: format.color, 'fill-opacity': format.opacity }) : ''
  return tint + (isNumber(value) ? cellBar(value, column, { columns, y }, context) : '')
}

const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value)

/** The columns that say most where there is no room for all: what a row is, then the amounts with bars. */
const telling = (columns: TableColumn[], count: number): TableColumn[] => {
  const first = columns[0]
  const rank = (column: TableColumn) => (column === first ? 0 : column.bars ? 1 : 2)
  const kept = new Set(columns.toSorted((a, b) => rank(a) - rank(b)).slice(0, count))
  return columns.filter((column) => kept.has(column))
}

const marks = (table: Table, form: TableForm, context: DrawContext): string => {
  const columns = readColumns(table, form, context).map((column) => {
    const { name, bars } = column
    const values = table.columns.find((one) => one.name === name)?.values
    const reach = bars ? Math.max(Math.abs(bars.low), Math.abs(bars.high)) || 1 : 1
    return { ...column, ...(bars && { bar: (at: number) => Math.abs(Number(values?.[at] ?? 0)) / reach }) }
  })
  return drawTableMarks(columns, table.rowCount, context)
}

/** Head, as many rows as fit, totals; says how many rows are left. Where it is small, smaller and without what does not fit. */
export const drawTable = (tables: Table[], form: TableForm, context: DrawContext): string => {
  const table = tableWithShares(tables, form)
  const { width, height, thumbnail } = context
  if (!table) return svgOf(width, height)
  if (!thumbnail) return draw(tables, table, form, context)
  if (height < wordsFrom) return marks(table, form, context)
  return shrunk(context, (wide, high) => draw(tables, table, form, { ...context, width: wide, height: high }))
}

/** How many rows are drawn, and how many are left out below them. */
const countRows = (table: Table, hasTotals: boolean, { height, thumbnail }: DrawContext): { count: number; missing: number } => {
  const fitting = (height - row - (hasTotals ? row : 0)) / row
  const room = Math.max(1, thumbnail ? Math.ceil(fitting) : Math.floor(fitting))
  if (table.rowCount <= room) return { count: table.rowCount, missing: 0 }
  if (thumbnail) return { count: room, missing: 0 }
  const count = Math.max(1, room - 1)
  return { count, missing: table.rowCount - count }
}

const drawHead = (columns: Placed[], { width, theme, measure }: DrawContext): string => {
  const c = colors[theme]
  const arrows = { ascending: '↑ ', descending: '↓ ' }
  const heads = columns.map((column) => {
    const look = { y: 0, fill: column.sorted ? c.text : c.text2, weight: 500, measure }
    return words((column.sorted ? arrows[column.sorted] : '') + column.label, column, columns, look)
  })
  return heads.join('') + line([0, row - 0.5], [width, row - 0.5], c.lineStrong)
}

type RowContent = { table: Table; columns: Placed[]; form: TableForm }

const drawRow = (at: number, { table, columns, form }: RowContent, context: DrawContext): string => {
  const { width, theme, measure } = context
  const c = colors[theme]
  const y = row * (at + 1)
  const rules = form.conditional_formatting
  const valueOf = (column: Placed) => table.columns.find(({ name }) => name === column.name)?.values[at]
  const valued = columns.flatMap((column) => {
    const value = valueOf(column)
    return isNumber(value) ? [{ column: column.name, value, extent: column.extent }] : []
  })
  const rowFormat = formatOfRow(rules, valued, theme)
  const cells = columns.map((column) => {
    const cell = valued.find((one) => one.column === column.name)
    const own = cell ? formatOfCell(rules, cell, theme) : null
    const format = own ?? rowFormat
    const text = column.text(at)
    const behind = drawBehind(valueOf(column), column, { columns, y, format }, context)
    const fill = text === '' ? c.text3 : format?.paints === 'text' ? readable(format.color, theme) : c[column.tone?.(at) ?? 'text']
    return behind + words(text === '' ? '–' : `${own?.icon ? `${own.icon} ` : ''}${text}`, column, columns, { y, fill, measure })
  })
  return cells.join('') + line([0, y + row - 0.5], [width, y + row - 0.5], c.line)
}

const drawTotals = (sums: TableColumn[], columns: Placed[], y: number, { width, theme, t, measure }: DrawContext): string => {
  const c = colors[theme]
  const cells = columns.map((column, i) => {
    const sum = sums.find(({ name }) => name === column.name)
    return words(sum ? sum.text(0) : i === 0 ? t('Total') : '', column, columns, { y, fill: c.text, weight: 600, measure })
  })
  return line([0, y - 0.5], [width, y - 0.5], c.lineStrong) + cells.join('')
}

const draw = (tables: Table[], table: Table, form: TableForm, context: DrawContext): string => {
  const { width, height, theme, t, thumbnail } = context
  const all = readColumns(table, form, context)
  const shown = thumbnail ? telling(all, Math.max(2, Math.floor(width / leastWords))) : all
  const columns = place(shown, table.rowCount, context)
  const sums = thumbnail ? null : readTotals(tables, table, form, context)
  const { count, missing } = countRows(table, sums !== null, context)
  const below = row * (count + 1)
  const body = Array.from({ length: count }, (_, at) => drawRow(at, { table, columns, form }, context))
  const look = { size: sizes.caption, fill: colors[theme].text3 }
  const more =
    missing > 0
      ? textAt(edge, below + (sums ? row : 0) + row / 2 + 4, t.plural(missing, '%(count)s more row', '%(count)s more rows'), look)
      : ''
  const foot = sums ? drawTotals(sums, columns, below, context) : ''
  return svgOf(width, height, element('g', {}, drawHead(columns, context), ...body, foot, more))
}
