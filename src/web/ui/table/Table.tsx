import { ArrowDown, ArrowUp } from 'lucide-react'
import { useId, useState, type CSSProperties, type ReactNode } from 'react'
import { useRowWindow } from '#charts/shared/table/use-row-window.tsx'
import { t } from '#core/i18n/t.ts'
import { ColumnEdge } from './columns/ColumnEdge.tsx'
import { useClientWidth, useColumns } from './columns/use-columns.ts'
import { cx } from '../cx.ts'
import { SelectAll, SelectRow, toggleRow, type TableSelection } from './TableSelection.tsx'
import { useActiveRow } from './use-active-row.ts'
import css from './Table.module.css'

export type TableColumn = {
  key: string
  head: ReactNode
  /** Numbers stand right. */
  align?: 'left' | 'right'
  /** Its name in words, where the head is more than that. */
  name?: string
  /** px that stay. */
  width?: number
  /** px that its content needs; columns share in proportion what room is left. */
  content?: number
  /** Second sticky row: a summary of the column. */
  summary?: ReactNode
  /** Given = the head is a button that sorts. */
  onSort?: () => void
  /** Stays in sight when the table scrolls sideways; of the first columns. */
  pinned?: boolean
  sorted?: 'asc' | 'desc' | undefined
}

type Props = {
  label: string
  /** What the widths that people give to columns are remembered by; `label` by default. */
  id?: string
  columns: TableColumn[]
  rowCount: number
  /** The content of one cell; called for rows in sight only. */
  cell: (row: number, column: number) => ReactNode
  /** Sticky row at the foot: totals. */
  foot?: (column: number) => ReactNode
  /** px; 32 by default. */
  rowHeight?: number
  /** Opens a row: pressed, or by Enter on the row that the arrow keys are on. */
  onRowClick?: (row: number) => void
  /** Given = rows can be selected: by their boxes, or Space on the row that the arrow keys are on. */
  selection?: TableSelection
  className?: string
}

/** px of the column with the boxes that select. */
const boxesWidth = 48

/** px that the first and the last cell of a row have more than the others. */
const outerPadding = 12

/** A table that draws only the rows in sight: head and summary stick, rows show a tint on hover. */
export const Table = ({ label, id = label, columns, rowCount, cell, foot, rowHeight = 32, onRowClick, selection, className }: Props) => {
  const [scroller, setScroller] = useState<HTMLElement | null>(null)
  const [first, end] = useRowWindow(scroller, rowCount, rowHeight)
  const sized = columns.map(({ key, width, content }, i) => ({
    key,
    ...(width !== undefined && { width }),
    ...(content !== undefined && { content: content + (i === 0 ? outerPadding : 0) + (i === columns.length - 1 ? outerPadding : 0) }),
  }))
  const boxes = selection ? boxesWidth : 0
  const { widths, resize } = useColumns(id, sized, useClientWidth(scroller) - boxes)
  const least = widths.reduce((sum, width) => sum + width, boxes)
  const line: CSSProperties = {
    gridTemplateColumns: [...(selection ? [boxes] : []), ...widths].map((width) => `${width}px`).join(' '),
    minWidth: least,
  }
  const pinnedAt = (column: number): CSSProperties | undefined =>
    columns[column]?.pinned ? { insetInlineStart: widths.slice(0, column).reduce((sum, width) => sum + width, boxes) } : undefined
  const cellClass = (column: TableColumn) => cx(css['cell'], column.align === 'right' && css['right'], column.pinned && css['pinned'])
  const isGrid = Boolean(onRowClick || selection)
  const rows = useActiveRow({
    scroller,
    rowCount,
    rowHeight,
    onOpen: onRowClick,
    onToggle: selection && ((row) => toggleRow(selection, row)),
  })
  const inView = rows.active >= first && rows.active < end
  const [role, cellRole] = isGrid ? (['grid', 'gridcell'] as const) : (['table', 'cell'] as const)
  const hasSummary = columns.some((column) => column.summary !== undefined)

  return (
    // A place that scrolls is reached by Tab, so that its keys can scroll it.
    <div ref={setScroller} className={cx(css['scroller'], className)} tabIndex={isGrid ? undefined : 0} role="group" aria-label={label}>
      <div
        role={role}
        aria-label={label}
        {...(isGrid && { tabIndex: 0, 'aria-activedescendant': inView ? rows.idOf(rows.active) : undefined, onKeyDown: rows.onKey })}
        aria-rowcount={rowCount + 1}
        aria-colcount={columns.length + (selection ? 1 : 0)}
        aria-multiselectable={selection ? true : undefined}
        className={css['table']}
        style={{ minWidth: least }}
      >
        <div role="rowgroup" className={css['top']}>
          <div role="row" className={cx(css['row'], css['head'])} style={line}>
            {selection && (
              <div role="columnheader" aria-label={t('Selection')} className={cx(css['cell'], css['box'], css['pinned'])}>
                <SelectAll selection={selection} rowCount={rowCount} />
              </div>
            )}
            {columns.map((column, i) => (
              <Head
                key={column.key}
                column={column}
                className={cellClass(column)}
                style={pinnedAt(i)}
                width={widths[i] ?? 0}
                content={sized[i]?.content ?? widths[i] ?? 0}
                onResize={(width) => resize(i, width)}
              />
            ))}
          </div>
          {hasSummary && (
            <div role="row" className={cx(css['row'], css['summary'])} style={line}>
              {selection && <div role={cellRole} className={cx(css['cell'], css['pinned'])} />}
              {columns.map((column, i) => (
                <div key={column.key} role={cellRole} className={cellClass(column)} style={pinnedAt(i)}>
                  {column.summary}
                </div>
              ))}
            </div>
          )}
        </div>
        <div role="rowgroup" className={css['body']} style={{ height: rowCount * rowHeight }}>
          {Array.from({ length: end - first }, (_, i) => first + i).map((index) => (
            <div
              key={index}
              id={rows.idOf(index)}
              role="row"
              aria-rowindex={index + 2}
              className={cx(css['row'], css['data'], onRowClick && css['clickable'], isGrid && index === rows.active && css['active'])}
              aria-selected={selection?.selected.has(selection.keyOf(index))}
              style={{ ...line, height: rowHeight, transform: `translateY(${index * rowHeight}px)` }}
              onClick={onRowClick && (() => rows.open(index))}
            >
              {selection && (
                <div role={cellRole} className={cx(css['cell'], css['box'], css['pinned'])} onClick={(event) => event.stopPropagation()}>
                  <SelectRow selection={selection} row={index} />
                </div>
              )}
              {columns.map((column, i) => (
                <div key={column.key} role={cellRole} className={cellClass(column)} style={pinnedAt(i)}>
                  {cell(index, i)}
                </div>
              ))}
            </div>
          ))}
        </div>
        {foot && (
          <div role="rowgroup" className={css['foot']}>
            <div role="row" className={css['row']} style={{ ...line, height: rowHeight }}>
              {selection && <div role={cellRole} className={cx(css['cell'], css['pinned'])} />}
              {columns.map((column, i) => (
                <div key={column.key} role={cellRole} className={cellClass(column)} style={pinnedAt(i)}>
                  {foot(i)}
                </div>
              ))}
            </div>
          </div>
        )}
      </div>
    </div>
  )
}

type HeadProps = {
  column: TableColumn
  className: string
  style: CSSProperties | undefined
  width: number
  content: number
  onResize: (width: number) => void
}

const Head = ({ column: { key, head, name, onSort, sorted }, className, style, width, content, onResize }: HeadProps) => {
  const id = useId()
  return (
    <div
      role="columnheader"
      aria-labelledby={id}
      aria-sort={sorted && (sorted === 'asc' ? 'ascending' : 'descending')}
      className={className}
      style={style}
    >
      {onSort ? (
        <button id={id} type="button" className={css['sort']} onClick={onSort}>
          {head}
          {sorted === 'asc' ? <ArrowUp /> : sorted === 'desc' && <ArrowDown />}
        </button>
      ) : (
        <span id={id} className={css['word']}>
          {head}
        </span>
      )}
      <ColumnEdge name={name ?? (typeof head === 'string' ? head : key)} width={width} content={content} onResize={onResize} />
    </div>
  )
}
