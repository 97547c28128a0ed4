import { ArrowDown, ArrowUp } from 'lucide-react'
import { useState } from 'react'
import type { CSSProperties } from 'react'
import type { Sort } from '../../shared/table/row-order.ts'
import { cellClass } from './Cell.tsx'
import type { TableColumn } from '../columns.ts'
import css from './Table.module.css'

type Props = {
  columns: TableColumn[]
  sort: Sort
  style: CSSProperties
  onSort: ((name: string) => void) | undefined
  onArrange: ((from: number, to: number) => void) | undefined
}

/** The order that a click chose, else that of the query. */
const directionOf = (column: TableColumn, sort: Sort): TableColumn['sorted'] => {
  if (sort === null) return column.sorted
  if (sort.column !== column.name) return undefined
  return sort.descending ? 'descending' : 'ascending'
}

const arrows = { ascending: <ArrowUp />, descending: <ArrowDown /> }

const HeadLabel = ({ column, sort, onSort }: { column: TableColumn } & Pick<Props, 'sort' | 'onSort'>) => {
  const text = <span className={css['text']}>{column.label}</span>
  if (!onSort) return text
  const direction = directionOf(column, sort)
  return (
    <button type="button" title={column.label} onClick={() => onSort(column.name)}>
      {text}
      {direction && arrows[direction]}
    </button>
  )
}

/** The names of the columns: a click sorts, a drag moves a column. */
export const Head = ({ columns, sort, style, onSort, onArrange }: Props) => {
  const [dragged, setDragged] = useState<number | null>(null)
  const drop = (place: number) => {
    if (dragged !== null && dragged !== place) onArrange?.(dragged, place)
    setDragged(null)
  }
  return (
    <div role="row" className={`${css['row']} ${css['head']}`} style={style}>
      {columns.map((column, i) => (
        <div
          key={column.name}
          role="columnheader"
          aria-sort={directionOf(column, sort) ?? 'none'}
          className={cellClass(column)}
          draggable={onArrange !== undefined}
          onDragStart={() => setDragged(i)}
          onDragOver={(event) => dragged !== null && event.preventDefault()}
          onDrop={() => drop(i)}
        >
          <HeadLabel column={column} sort={sort} onSort={onSort} />
        </div>
      ))}
    </div>
  )
}
