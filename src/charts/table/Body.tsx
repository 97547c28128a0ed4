import { useState } from 'react'
import type { CSSProperties, ReactNode } from 'react'
import type { Table } from '#core/table.ts'
import { colors } from '#core/theme/tokens.ts'
import type { DrawContext } from '../chart.ts'
import { formatOfCell } from '../shared/table/conditional-format.ts'
import { HtmlText } from '../shared/text/HtmlText.tsx'
import { useRowWindow } from '#core/scroll/use-row-window.tsx'
import type { TableColumn } from './columns.ts'
import css from './Table.module.css'
import type { TableForm } from './controls.ts'

type Props = {
  label: string
  table: Table
  columns: TableColumn[]
  rows: Uint32Array
  template: string
  form: TableForm
  context: DrawContext
  head: (column: TableColumn) => { said: TableColumn['sorted'] | undefined; icon: ReactNode }
  onSort: ((name: string) => void) | undefined
  onArrange: ((from: number, to: number) => void) | undefined
  onPick: ((row: number, column: TableColumn) => void) | undefined
  onContextMenu: ((row: number, column: TableColumn, at: { x: number; y: number }) => void) | undefined
  isPickable: (column: TableColumn) => boolean
  sums: TableColumn[] | null
}

const rowHeight = 32
const alignClass = { left: '', center: css['center'], right: css['right'] }

/** px of a cell before and behind its bar. */
const barRoom = { before: 8, behind: 6 }

/** Where the bar behind a number stands in its cell. */
const barStyle = (value: number, column: TableColumn, theme: DrawContext['theme']): CSSProperties | null => {
  if (!column.bars || value === 0) return null
  const { low, high, fromZero, signed } = column.bars
  const reach = (fromZero ? high - low : Math.max(Math.abs(low), Math.abs(high))) || 1
  const zero = fromZero ? -low / reach : 0
  const width = Math.abs(value) / reach
  const part = (share: number) => `(100% - ${barRoom.before + barRoom.behind}px) * ${share}`
  return {
    left: `calc(${barRoom.before}px + ${part(value < 0 && fromZero ? zero - width : zero)})`,
    width: `calc(${part(width)})`,
    background: signed && value < 0 ? colors[theme].bad : colors[theme].accent,
    opacity: theme === 'light' ? 0.12 : 0.2,
  }
}

export const Body = (props: Props) => {
  const { label, table, columns, rows, template, form, context, head, onSort, onArrange, onPick, onContextMenu, isPickable, sums } = props
  const [scroller, setScroller] = useState<HTMLElement | null>(null)
  const [dragged, setDragged] = useState<number | null>(null)
  const [first, end] = useRowWindow(scroller, rows.length, rowHeight)
  const line: CSSProperties = { gridTemplateColumns: template }
  const sources = columns.map((column) => table.columns.find(({ name }) => name === column.name))
  const { t, theme } = context

  const bodyCell = (row: number, column: TableColumn, i: number) => {
    const raw = sources[i]?.values[row]
    const value = typeof raw === 'number' && Number.isFinite(raw) ? raw : null
    const text = column.text(row)
    const html = column.html?.(row) ?? null
    const bar = value === null ? null : barStyle(value, column, theme)
    const tint =
      value === null ? null : formatOfCell(form.conditional_formatting, { column: column.name, value, extent: column.extent }, theme)
    const picks = onPick !== undefined && isPickable(column)
    return (
      <div
        key={column.name}
        role="cell"
        className={`${css['cell']} ${alignClass[column.align]} ${picks ? css['pick'] : ''}`}
        title={column.words && text.length > 16 ? text : undefined}
        onClick={picks ? () => onPick(row, column) : undefined}
        onContextMenu={
          onContextMenu &&
          ((event) => {
            event.preventDefault()
            onContextMenu(row, column, { x: event.clientX, y: event.clientY })
          })
        }
      >
        {tint && <i className={css['tint']} style={{ background: tint.color, opacity: tint.opacity }} />}
        {bar && !tint && (
          <span className={css['barRoom']}>
            <i style={bar} />
          </span>
        )}
        {html === null ? (
          <span className={text === '' ? css['missing'] : css['text']}>{text === '' ? '–' : text}</span>
        ) : (
          <span className={`${css['text']} ${css['html']}`}>
            <HtmlText html={html} />
          </span>
        )}
      </div>
    )
  }
  return (
    <div ref={setScroller} className={css['scroller']}>
      <div role="table" aria-label={label} aria-rowcount={rows.length + 1} aria-colcount={columns.length} className={css['table']}>
        <div role="row" className={`${css['row']} ${css['head']}`} style={line}>
          {columns.map((column, i) => {
            const { said, icon } = head(column)
            return (
              <div
                key={column.name}
                role="columnheader"
                aria-sort={said ?? 'none'}
                className={`${css['cell']} ${alignClass[column.align]}`}
                draggable={onArrange !== undefined}
                onDragStart={() => setDragged(i)}
                onDragOver={(event) => dragged !== null && event.preventDefault()}
                onDrop={() => {
                  if (dragged !== null && dragged !== i) onArrange?.(dragged, i)
                  setDragged(null)
                }}
              >
                {onSort ? (
                  <button type="button" title={column.label} onClick={() => onSort(column.name)}>
                    <span className={css['text']}>{column.label}</span>
                    {icon}
                  </button>
                ) : (
                  <span className={css['text']}>{column.label}</span>
                )}
              </div>
            )
          })}
        </div>
        <div role="rowgroup" className={css['rows']} style={{ height: rows.length * rowHeight }}>
          <div style={{ transform: `translateY(${first * rowHeight}px)` }}>
            {Array.from(rows.subarray(first, end), (row, i) => (
              <div key={first + i} role="row" aria-rowindex={first + i + 2} className={css['row']} style={line}>
                {columns.map((column, place) => bodyCell(row, column, place))}
              </div>
            ))}
          </div>
        </div>
        {sums && (
          <div role="row" className={`${css['row']} ${css['foot']}`} style={line}>
            {columns.map((column, i) => {
              const own = sums.find(({ name }) => name === column.name)
              return (
                <div key={column.name} role="cell" className={`${css['cell']} ${alignClass[column.align]}`}>
                  <span className={css['text']}>{own ? own.text(0) : i === 0 ? t('Total') : ''}</span>
                </div>
              )
            })}
          </div>
        )}
      </div>
    </div>
  )
}
