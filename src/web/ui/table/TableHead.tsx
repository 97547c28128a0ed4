import { ArrowDown, ArrowUp } from 'lucide-react'
import { useId, useImperativeHandle, useLayoutEffect, useRef, type FocusEvent, type KeyboardEvent, type Ref } from 'react'
import { isRightToLeft } from '../choice/roving.ts'
import { cx } from '../cx.ts'
import { ColumnEdge } from './columns/ColumnEdge.tsx'
import { PinButton } from './columns/PinButton.tsx'
import type { useColumns } from './columns/use-columns.ts'
import { nameOfColumn, type TableColumn } from './columns.ts'
import { edgeSide } from './model/resolve-widths.ts'
import { nextSort, type Sort } from './model/sort.ts'
import { boxStyle, type CellBox } from './TableCell.tsx'
import { columnAction, elementAt, firstStop, isWrittenIn, lastStop, nextStop, stopOf, type Stop } from './stops.ts'
import css from './Table.module.css'

export type Sorting = {
  sort: Sort | null
  onSort: (sort: Sort | null) => void
  /** Something is always sorted by. */
  isRequired?: boolean
}

export type TableHeadHandle = {
  /** Focuses the head that is the tab stop. */
  focus: () => void
}

type Props = {
  ref: Ref<TableHeadHandle>
  layout: ReturnType<typeof useColumns<TableColumn>>
  /** Columns that have elements. */
  drawn: number[]
  /** px */
  minWidth: number
  cellProps: (column: number) => CellBox
  sorting: Sorting | undefined
  /** Columns can be pinned, or some are. */
  hasPins: boolean
  /** The head that is the tab stop. */
  active: number
  onActive: (key: string) => void
  /** Goes to the rows. */
  onDown: () => void
}

const alone = '[role=columnheader] > [role=separator], [role=columnheader] > span > [role=separator]'

/**
 * The heads of a table: one of them is a tab stop, arrows move among them, Tab goes on to its pin and to its edge, which resizes the column.
 */
export const TableHead = (props: Props) => {
  const { ref, layout, drawn, minWidth, cellProps, sorting, hasPins, active, onActive, onDown } = props
  const { columns, widths, resize, pins, canPin, togglePin } = layout
  const row = useRef<HTMLDivElement>(null)
  const target = useRef<(() => HTMLElement | null) | null>(null)

  const focusTarget = () => {
    const element = target.current?.()
    if (!element) return
    target.current = null
    element.focus({ preventScroll: true })
    element.closest('[role=columnheader]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }
  // A head out of view is drawn first.
  useLayoutEffect(focusTarget)
  const focusStop = (stop: Stop) => {
    target.current = () => row.current && elementAt(row.current, stop)
    onActive(columns[stop.column]?.key ?? '')
    focusTarget()
  }
  useImperativeHandle(ref, () => ({ focus: () => focusStop({ column: active, index: 0 }) }))

  /** The column moves, and a button that was pressed by keyboard keeps the focus. */
  const pin = (key: string, isByKeyboard: boolean) => {
    if (isByKeyboard)
      target.current = () => row.current?.querySelector(`[data-column="${CSS.escape(key)}"] [${columnAction}] button`) ?? null
    togglePin(key)
  }

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const { target: from, currentTarget } = event
    if (event.defaultPrevented || !(from instanceof HTMLElement) || !currentTarget.contains(from) || from.matches(alone)) return
    if (isWrittenIn(from) || event.ctrlKey || event.metaKey) return
    const forward = isRightToLeft(currentTarget) ? 'ArrowLeft' : 'ArrowRight'
    const step = event.key === forward ? 1 : event.key === 'ArrowLeft' || event.key === 'ArrowRight' ? -1 : 0
    const stop = stopOf(currentTarget, from)
    if (event.altKey) {
      const column = columns[active]
      if (step === 0 || !column || column.isResizable === false) return
      resize(active, (widths[active] ?? 0) + step * 8)
    } else if (event.key === 'ArrowDown') onDown()
    else if (event.key === 'Home') focusStop(firstStop)
    else if (event.key === 'End') focusStop(lastStop(columns.length))
    else if (step !== 0 && stop) focusStop(nextStop(currentTarget, stop, step, columns.length) ?? firstStop)
    else return
    event.preventDefault()
  }
  const onFocus = ({ target: focused }: FocusEvent<HTMLElement>) => {
    const key = focused.closest<HTMLElement>('[data-column]')?.dataset['column']
    if (key !== undefined) onActive(key)
  }

  return (
    <div
      ref={row}
      role="row"
      aria-rowindex={1}
      className={cx(css['row'], css['head'])}
      style={{ minWidth }}
      onKeyDown={onKeyDown}
      onFocus={onFocus}
    >
      {drawn.flatMap((i) => {
        const column = columns[i]
        if (!column) return []
        const { key, content, isPinnable = true } = column
        const width = widths[i] ?? 0
        return (
          <Head
            key={key}
            box={cellProps(i)}
            column={column}
            index={i}
            sorting={sorting}
            isActive={i === active}
            edge={{ width, content: content ?? width, at: edgeSide(columns, i) }}
            onResize={(next) => resize(i, next)}
            isPinned={pins.includes(key)}
            onPin={hasPins && isPinnable && canPin(key) ? (isByKeyboard) => pin(key, isByKeyboard) : undefined}
          />
        )
      })}
    </div>
  )
}

type HeadProps = {
  column: TableColumn
  index: number
  box: CellBox
  sorting: Sorting | undefined
  isActive: boolean
  edge: { width: number; content: number; at: 'start' | 'end' }
  onResize: (width: number) => void
  isPinned: boolean
  onPin: ((isByKeyboard: boolean) => void) | undefined
}

const Head = ({ column, index, box, sorting, isActive, edge, onResize, isPinned, onPin }: HeadProps) => {
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
      tabIndex={isPlain ? tabIndex : undefined}
      className={box.className}
      style={boxStyle(box)}
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
        <div id={id} className={column.isHeadHidden ? 'visually-hidden' : cx(css['word'], typeof head !== 'string' && css['framed'])}>
          {head}
        </div>
      )}
      {onPin && (
        <PinButton
          name={nameOfColumn(column)}
          isPinned={isPinned}
          at={column.align === 'right' ? 'start' : 'end'}
          tabIndex={tabIndex}
          onToggle={onPin}
        />
      )}
      {column.isResizable !== false && <ColumnEdge name={nameOfColumn(column)} {...edge} tabIndex={tabIndex} onResize={onResize} />}
    </div>
  )
}
