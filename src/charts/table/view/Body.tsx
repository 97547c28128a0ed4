import { useState } from 'react'
import type { CSSProperties } from 'react'
import { useRowWindow } from '#core/scroll/use-row-window.tsx'
import { cell, type Column, type Table } from '#core/table.ts'
import type { DrawContext } from '../../chart.ts'
import { formatOfRow } from '../../shared/table/conditional-format.ts'
import type { CellFormat } from '../../shared/table/conditional-format.ts'
import type { Sort } from '../../shared/table/row-order.ts'
import { Cell, cellClass } from './Cell.tsx'
import type { TableColumn } from '../columns.ts'
import type { TableForm } from '../controls.ts'
import { Head } from './Head.tsx'
import css from './Table.module.css'

type Props = {
  label: string
  table: Table
  columns: TableColumn[]
  rows: Uint32Array
  template: string
  form: TableForm
  context: DrawContext
  sort: Sort
  onSort: ((name: string) => void) | undefined
  onArrange: ((from: number, to: number) => void) | undefined
  onPick: ((row: number, column: TableColumn) => void) | undefined
  onContextMenu: ((row: number, column: TableColumn, at: { x: number; y: number }) => void) | undefined
  isPickable: (column: TableColumn) => boolean
  sums: TableColumn[] | null
}

const rowHeight = 32

type RowsProps = Pick<Props, 'table' | 'columns' | 'rows' | 'form' | 'context' | 'onPick' | 'onContextMenu' | 'isPickable'> & {
  scroller: HTMLElement | null
  style: CSSProperties
}

const selectionLabel = (column: Column | undefined, row: number) => String((column && cell(column, row)) ?? '<NULL>')

/** The rows in sight. */
const Rows = ({ scroller, table, columns, rows, form, context, style, onPick, onContextMenu, isPickable }: RowsProps) => {
  const [first, end] = useRowWindow(scroller, rows.length, rowHeight)
  const sources = new Map(table.columns.map((column) => [column.name, column]))
  const pickable = new Set(onPick ? columns.filter(isPickable) : [])
  const chosen = new Set(context.selected)
  const isChosen = (row: number, column: TableColumn) =>
    chosen.size > 0 &&
    pickable.has(column) &&
    context.selectedColumns?.includes(column.name) !== false &&
    chosen.has(selectionLabel(sources.get(column.name), row))
  const rowFormat = (row: number): CellFormat | null => {
    if (!form.conditional_formatting.some((rule) => rule.toAllRow)) return null
    const cells = columns.flatMap(({ name, extent }) => {
      const value = sources.get(name)?.values[row]
      return typeof value === 'number' && Number.isFinite(value) ? [{ column: name, value, extent }] : []
    })
    return formatOfRow(form.conditional_formatting, cells, context.theme)
  }
  return (
    <div role="rowgroup" className={css['rows']} style={{ height: rows.length * rowHeight }}>
      <div style={{ transform: `translateY(${first * rowHeight}px)` }}>
        {Array.from(rows.subarray(first, end), (row, i) => {
          const format = rowFormat(row)
          return (
            <div key={first + i} role="row" aria-rowindex={first + i + 2} className={css['row']} style={style}>
              {columns.map((column) => (
                <Cell
                  key={column.name}
                  row={row}
                  column={column}
                  source={sources.get(column.name)}
                  form={form}
                  theme={context.theme}
                  rowFormat={format}
                  isChosen={isChosen(row, column)}
                  onPick={pickable.has(column) ? () => onPick?.(row, column) : undefined}
                  onContextMenu={onContextMenu && ((at) => onContextMenu(row, column, at))}
                />
              ))}
            </div>
          )
        })}
      </div>
    </div>
  )
}

const Totals = ({ columns, sums, style, context }: Pick<RowsProps, 'columns' | 'style' | 'context'> & { sums: TableColumn[] }) => (
  <div role="row" className={`${css['row']} ${css['foot']}`} style={style}>
    {columns.map((column, i) => {
      const sum = sums.find(({ name }) => name === column.name)
      return (
        <div key={column.name} role="cell" className={cellClass(column)}>
          <span className={css['text']}>{sum ? sum.text(0) : i === 0 ? context.t('Total') : ''}</span>
        </div>
      )
    })}
  </div>
)

export const Body = ({ label, template, sort, onSort, onArrange, sums, ...content }: Props) => {
  const { columns, rows, context } = content
  const [scroller, setScroller] = useState<HTMLElement | null>(null)
  const style: CSSProperties = { gridTemplateColumns: template }
  return (
    <div ref={setScroller} className={css['scroller']}>
      <div role="table" aria-label={label} aria-rowcount={rows.length + 1} aria-colcount={columns.length} className={css['table']}>
        <Head columns={columns} sort={sort} style={style} onSort={onSort} onArrange={onArrange} />
        <Rows scroller={scroller} style={style} {...content} />
        {sums && <Totals columns={columns} sums={sums} style={style} context={context} />}
      </div>
    </div>
  )
}
