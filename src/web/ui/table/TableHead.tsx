import { ArrowDown, ArrowUp } from 'lucide-react'
import { useId, useState, type CSSProperties, type FocusEvent, type KeyboardEvent } from 'react'
import { isRightToLeft } from '../choice/roving.ts'
import { cx } from '../cx.ts'
import { ColumnEdge } from './columns/ColumnEdge.tsx'
import { nameOfColumn, type TableColumn } from './columns.ts'
import { edgeSide } from './model/resolve-widths.ts'
import { nextSort, type Sort } from './model/sort.ts'
import { isWrittenIn, stopsOf } from './stops.ts'
import css from './Table.module.css'

export type Sorting = {
  sort: Sort | null
  onSort: (sort: Sort | null) => void
  /** Something is always sorted by. */
  isRequired?: boolean
}

type Props = {
  columns: TableColumn[]
  /** px that each column has, and needs. */
  widths: number[]
  contents: number[]
  line: CSSProperties
  cellProps: (column: number) => { className: string; style: CSSProperties | undefined }
  sorting: Sorting | undefined
  onResize: (column: number, width: number) => void
  /** Goes to the rows. */
  onDown: () => void
}

const alone = '[role=columnheader] > [role=separator], [role=columnheader] > span > [role=separator]'

/** The heads of a table: one of them is a tab stop, arrows move among them, Tab goes on to its edge, which resizes the column. */
export const TableHead = ({ columns, widths, contents, line, cellProps, sorting, onResize, onDown }: Props) => {
  const [active, setActive] = useState(0)

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const { target, currentTarget: row } = event
    if (event.defaultPrevented || !(target instanceof HTMLElement) || !row.contains(target) || target.matches(alone)) return
    if (isWrittenIn(target) || event.ctrlKey || event.metaKey) return
    const forward = isRightToLeft(row) ? 'ArrowLeft' : 'ArrowRight'
    const step = event.key === forward ? 1 : event.key === 'ArrowLeft' || event.key === 'ArrowRight' ? -1 : 0
    const stops = stopsOf(row)
    const at = stops.indexOf(target)
    if (event.altKey) {
      const column = columns[active]
      if (step === 0 || !column || column.isResizable === false) return
      onResize(active, (widths[active] ?? 0) + step * 8)
    } else if (event.key === 'ArrowDown') onDown()
    else if (event.key === 'Home') stops[0]?.focus()
    else if (event.key === 'End') stops.at(-1)?.focus()
    else if (step !== 0) stops[Math.max(0, Math.min(stops.length - 1, at + step))]?.focus()
    else return
    event.preventDefault()
  }
  const onFocus = ({ target }: FocusEvent<HTMLElement>) => {
    const index = target.closest<HTMLElement>('[data-column-index]')?.dataset['columnIndex']
    if (index !== undefined) setActive(Number(index))
  }

  return (
    <div
      role="row"
      aria-rowindex={1}
      className={cx(css['row'], css['head'])}
      style={line}
      onKeyDown={onKeyDown}
      onFocus={onFocus}
      data-head
    >
      {columns.map((column, i) => (
        <Head
          key={column.key}
          {...cellProps(i)}
          column={column}
          index={i}
          sorting={sorting}
          isActive={i === Math.min(active, columns.length - 1)}
          edge={{ width: widths[i] ?? 0, content: contents[i] ?? 0, at: edgeSide(columns, i) }}
          onResize={(width) => onResize(i, width)}
        />
      ))}
    </div>
  )
}

type HeadProps = {
  column: TableColumn
  index: number
  className: string
  style: CSSProperties | undefined
  sorting: Sorting | undefined
  isActive: boolean
  edge: { width: number; content: number; at: 'start' | 'end' }
  onResize: (width: number) => void
}

const Head = ({ column, index, className, style, sorting, isActive, edge, onResize }: HeadProps) => {
  const id = useId()
  const { head, sort } = column
  const direction = sort && sorting?.sort?.key === sort.key ? sorting.sort.direction : undefined
  const tabIndex = isActive ? 0 : -1
  const isPlain = !sort && typeof head === 'string'
  return (
    <div
      role="columnheader"
      aria-labelledby={id}
      aria-sort={direction && (direction === 'asc' ? 'ascending' : 'descending')}
      aria-colindex={index + 1}
      data-column={column.key}
      data-column-index={index}
      tabIndex={isPlain ? tabIndex : undefined}
      className={className}
      style={style}
    >
      {sort && sorting ? (
        <button
          id={id}
          type="button"
          tabIndex={tabIndex}
          className={css['sort']}
          onClick={() => sorting.onSort(nextSort(sorting.sort, sort.key, { ...sort, isRequired: sorting.isRequired ?? false }))}
        >
          {head}
          {direction === 'asc' ? <ArrowUp /> : direction === 'desc' && <ArrowDown />}
        </button>
      ) : (
        <div id={id} className={column.isHeadHidden ? 'visually-hidden' : css['word']}>
          {head}
        </div>
      )}
      {column.isResizable !== false && <ColumnEdge name={nameOfColumn(column)} {...edge} tabIndex={tabIndex} onResize={onResize} />}
    </div>
  )
}
