import type { Table } from '#core/table.ts'
import { colors, radius, sizes } from '#core/theme/tokens.ts'
import type { DrawContext } from '../chart.ts'
import { defineStill } from '../define-chart.ts'
import { ellipsis } from '../shared/cartesian/category-labels.ts'
import { readable } from '../shared/svg/figure.ts'
import { formatOfCell, formatOfRow } from '../shared/table/conditional-format.ts'
import type { CellFormat } from '../shared/table/conditional-format.ts'
import { element, line, proportional, rect, svgOf, textAt } from '../shared/svg/svg.ts'
import type { Box } from '../shared/svg/svg.ts'
import { drawTableMarks, shrunk, wordsFrom } from '../shared/svg/table-marks.ts'
import { readColumns, readTotals } from './columns.ts'
import type { TableColumn } from './columns.ts'
import { tableWithShares } from './shares.ts'
import { columnWidths, measureOf, resolveTemplate } from './widths.ts'
import { tableControls } from './controls.ts'
import type { TableForm } from './controls.ts'
import { pageSizeOf } from './mode.ts'

const row = 32
const pad = 12
/** px from the top of a row to the base line of its texts. */
const baseline = 19.5
/** px beside the first and the last text: of a card, and of a small picture. */
const [cardEdge, smallEdge] = [16, 4]
/** px before a bar, and from the end of the number on it to its end. */
const [barInset, barRest] = [8, 6]
/** px */
const [barTop, barHeight] = [6, 19]
/** px of the search box above the rows of the page's table, and as many of the pager below them. */
const toolHeight = 36
const searchBox = { width: 200, height: 28 }
const size = sizes.control

const arrows = { ascending: '↑', descending: '↓' }
/** px of the arrow behind the name of the column that sorts. */
const arrowRoom = 18

/** A column where it is drawn; `before` and `after` are beside its texts. */
type Placed = TableColumn & { x: number; span: number; before: number; after: number }

const leastWords = 96

/** Widths by content, shared out where they do not fit: long words and heads give way, numbers and dates do not. */
const squeezedWidths = (columns: TableColumn[], rows: number, { width, measure }: DrawContext): number[] => {
  const rooms = columns.map((column): { wanted: number; least: number } => {
    const measureText = measureOf(column, measure)
    const texts = Array.from({ length: Math.min(rows, 50) }, (_, i) => measureText(column.text(i), size))
    const content = Math.ceil(Math.max(24, ...texts, column.bars ? 72 : 0)) + 2 * pad
    const head = Math.ceil(measure(column.label, size, 500)) + 2 * pad
    if (column.isTruncated) return { wanted: column.width ?? leastWords, least: column.width ?? leastWords }
    const wanted = Math.max(column.width ?? 0, Math.min(column.words ? 360 : Infinity, Math.max(content, head)))
    return { wanted, least: column.width ?? Math.min(wanted, column.words ? leastWords : content) }
  })
  const sum = rooms.reduce((total, room) => total + room.wanted, 0)
  const give = rooms.reduce((total, room) => total + room.wanted - room.least, 0)
  const spare = width - sum
  const share = spare < 0 ? Math.min(1, -spare / (give || 1)) : 0
  return rooms.map(({ wanted, least }) => (spare >= 0 ? wanted + (spare * wanted) / (sum || 1) : wanted - (wanted - least) * share))
}

/** Where the columns are: as in the table of the page, whose place the picture takes until it is there, or squeezed where that one scrolls. */
const place = (columns: TableColumn[], rows: number, context: DrawContext): Placed[] => {
  const { width, measure, thumbnail, scrolls } = context
  const own = columnWidths(columns, rows, measure)
  const fits = own.reduce((sum, { least }) => sum + least, 0) <= width
  const spans = (fits || scrolls) && !thumbnail ? resolveTemplate(own, width) : squeezedWidths(columns, rows, context)
  const edge = thumbnail ? smallEdge : cardEdge
  let x = 0
  return columns.map((column, i) => {
    const span = spans[i] ?? 0
    x += span
    return { ...column, x: x - span, span, before: i === 0 ? edge : pad, after: i === columns.length - 1 ? edge : pad }
  })
}

const words = (
  text: string,
  column: Placed,
  look: { y: number; fill: string; weight?: number; measure: DrawContext['measure'] },
): string => {
  if (text === '') return ''
  const { before, after } = column
  const cut = ellipsis(text, ((column.span - before - after) * 12) / size, look.measure, look.weight ?? 400)
  const at = { left: column.x + before, center: column.x + column.span / 2, right: column.x + column.span - after }[column.align]
  const anchor = { left: 'start', center: 'middle', right: 'end' } as const
  return textAt(at, look.y + baseline, cut, {
    size,
    fill: look.fill,
    anchor: anchor[column.align],
    ...(look.weight && { weight: look.weight }),
  })
}

/** The texts of a row: equal digits for numbers and times alone. */
const setTexts = (cells: { column: Placed; text: string }[]): string => {
  const textsOf = (isWords: boolean) => cells.flatMap(({ column, text }) => (column.words === isWords ? [text] : []))
  return proportional(...textsOf(true)) + textsOf(false).join('')
}

const cellBar = (value: number, column: Placed, y: number, { theme }: DrawContext): string => {
  if (!column.bars) return ''
  const { low, high, isSplit, isSigned } = column.bars
  const c = colors[theme]
  const rest = Math.max(0, column.after - barRest)
  const box: Box = { x: column.x + barInset, y: y + barTop, width: column.span - barInset - rest, height: barHeight }
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
  { y, format }: { y: number; format: CellFormat | null },
  context: DrawContext,
): string => {
  const box = { x: column.x + 1, y: y + 1, width: column.span - 2, height: row - 2 }
  const tint = format?.paints === 'cell' ? rect(box, { fill: format.color, 'fill-opacity': format.opacity }) : ''
  return tint + (isNumber(value) ? cellBar(value, column, y, context) : '')
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
const drawTable = (tables: Table[], form: TableForm, context: DrawContext): string => {
  const table = tableWithShares(tables, form)
  const { width, height, thumbnail, scrolls } = context
  if (!table) return svgOf(width, height)
  if (scrolls) return drawScrolled(tables, table, form, context)
  if (!thumbnail) return draw(tables, table, form, context)
  if (height < wordsFrom) return marks(table, form, context)
  return shrunk(context, (wide, high) => draw(tables, table, form, { ...context, width: wide, height: high }))
}

/** The rows as the page's table shows them before it is scrolled, with the outlines of its search box and its pager. */
const drawScrolled = (tables: Table[], table: Table, form: TableForm, context: DrawContext): string => {
  const { width, height, theme } = context
  const c = colors[theme]
  const pageSize = pageSizeOf(form)
  const isPaged = form.server_pagination || (pageSize > 0 && table.rowCount > pageSize)
  const above = form.include_search ? toolHeight : 0
  const room = height - above - (isPaged ? toolHeight : 0)
  const search = { x: width - cardEdge - searchBox.width + 0.5, y: 0.5, width: searchBox.width - 1, height: searchBox.height - 1 }
  return svgOf(
    width,
    height,
    element('svg', { y: above, width, height: room }, draw(tables, table, form, { ...context, height: room })),
    form.include_search ? rect(search, { stroke: c.lineStrong, rx: radius.control }) : '',
    isPaged ? line([0, above + room + 0.5], [width, above + room + 0.5], c.line) : '',
  )
}

/** How many rows are drawn, and how many are left out below them. */
const countRows = (
  rowCount: number,
  hasTotals: boolean,
  { height, thumbnail, scrolls }: DrawContext,
): { count: number; missing: number } => {
  const fitting = (height - row - (hasTotals ? row : 0)) / row
  const isCut = thumbnail || scrolls
  const room = Math.max(1, isCut ? Math.ceil(fitting) : Math.floor(fitting))
  if (rowCount <= room) return { count: rowCount, missing: 0 }
  if (isCut) return { count: room, missing: 0 }
  const count = Math.max(1, room - 1)
  return { count, missing: rowCount - count }
}

const drawHead = (columns: Placed[], { width, theme, measure, thumbnail }: DrawContext): string => {
  const c = colors[theme]
  const heads = columns.map((column) => {
    const look = { y: 0, fill: column.sorted ? c.text : c.text2, weight: 500, measure }
    if (!column.sorted || thumbnail) return words(column.label, column, look)
    const arrow = arrows[column.sorted]
    if (column.align !== 'right') return words(`${column.label} ${arrow}`, column, look)
    return words(column.label, { ...column, after: column.after + arrowRoom }, look) + words(arrow, column, look)
  })
  return proportional(...heads) + line([0, row - 0.5], [width, row - 0.5], c.lineStrong)
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
    const behind = drawBehind(valueOf(column), column, { y, format }, context)
    const fill = text === '' ? c.text3 : format?.paints === 'text' ? readable(format.color, theme) : c[column.tone?.(at) ?? 'text']
    const look = { y, fill, measure: measureOf(column, measure) }
    return { column, behind, text: words(text === '' ? '–' : `${own?.icon ? `${own.icon} ` : ''}${text}`, column, look) }
  })
  return cells.map(({ behind }) => behind).join('') + setTexts(cells) + line([0, y + row - 0.5], [width, y + row - 0.5], c.line)
}

const drawTotals = (sums: TableColumn[], columns: Placed[], y: number, { width, theme, t, measure }: DrawContext): string => {
  const c = colors[theme]
  const cells = columns.map((column, i) => {
    const sum = sums.find(({ name }) => name === column.name)
    const look = { y, fill: c.text, weight: 600, measure: measureOf(column, measure) }
    return { column, text: words(sum ? sum.text(0) : i === 0 ? t('Total') : '', column, look) }
  })
  return line([0, y - 0.5], [width, y - 0.5], c.lineStrong) + setTexts(cells)
}

const draw = (tables: Table[], table: Table, form: TableForm, context: DrawContext): string => {
  const { width, height, theme, t, thumbnail, scrolls } = context
  const all = readColumns(table, form, context)
  const shown = thumbnail ? telling(all, Math.max(2, Math.floor(width / leastWords))) : all
  const columns = place(shown, table.rowCount, context)
  const sums = thumbnail ? null : readTotals(tables, table, form, context)
  const rowCount = scrolls && pageSizeOf(form) > 0 ? Math.min(table.rowCount, pageSizeOf(form)) : table.rowCount
  const { count, missing } = countRows(rowCount, sums !== null, context)
  const below = row * (count + 1)
  const body = Array.from({ length: count }, (_, at) => drawRow(at, { table, columns, form }, context))
  const look = { size: sizes.caption, fill: colors[theme].text3 }
  const more =
    missing > 0
      ? textAt(
          columns[0]?.before ?? 0,
          below + (sums ? row : 0) + row / 2 + 4,
          t.plural(missing, '%(count)s more row', '%(count)s more rows'),
          look,
        )
      : ''
  const footAt = scrolls ? Math.min(below, height - row) : below
  const overRows = scrolls ? rect({ x: 0, y: footAt, width, height: row }, { fill: colors[theme].surface }) : ''
  const foot = sums ? overRows + drawTotals(sums, columns, footAt, context) : ''
  return svgOf(width, height, drawHead(columns, context), ...body, foot, more)
}

export const tableStill = defineStill(tableControls, drawTable)
