import {
  useId,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
  type CSSProperties,
  type MouseEvent,
  type ReactNode,
  type RefObject,
} from 'react'
import { t } from '#core/i18n/t.ts'
import { isRightToLeft } from '../choice/roving.ts'
import { cx } from '../cx.ts'
import { Skeleton } from '../feedback/Skeleton.tsx'
import { useClientWidth, useColumns } from './columns/use-columns.ts'
import type { TableColumn } from './columns.ts'
import { shownRows } from './model/moves.ts'
import { pinnedWidth, pinOffsets } from './model/pins.ts'
import { SelectAll, SelectRow } from './SelectionBoxes.tsx'
import { isInWidget } from './stops.ts'
import { Cell } from './TableCell.tsx'
import { TableHead, type Sorting, type TableHeadHandle } from './TableHead.tsx'
import { TableRows } from './TableRows.tsx'
import { showWholeText } from './truncated.ts'
import { useCellRange, type CellSelection } from './use-cell-range.ts'
import { useGridFocus } from './use-grid-focus.ts'
import { useSelection, type TableSelection } from './use-selection.ts'
import { useVirtualRange } from '../virtual/use-virtual-range.ts'
import css from './Table.module.css'

export type TableHandle = {
  /** Scrolls sideways until a column is in the middle, also one that is not drawn yet. */
  showColumn(key: string): void
}

type Props = {
  label: string
  /** What the widths and pins that people set are remembered by; `label` by default. */
  id?: string
  columns: TableColumn[]
  rowCount: number
  /** The content of one cell; called for rows in view only. */
  cell: (row: number, column: TableColumn) => ReactNode
  /** Sticky row at the foot: totals. */
  foot?: (column: TableColumn) => ReactNode
  /** px; 32 by default. */
  rowHeight?: number
  /** px; 32 by default. */
  headHeight?: number
  sorting?: Sorting
  /** Opens a row: pressed, or by Enter on it. */
  onOpen?: (row: number) => void
  /** Given = rows can be selected: by their boxes, or by Space, with Shift a range. */
  selection?: TableSelection
  /** Given = cells can be selected, copied and opened. */
  cells?: CellSelection
  /** The heads are not shown; they stay for assistive technology. */
  isHeadHidden?: boolean
  /** Draws this many rows of placeholders while the rows are on their way. */
  loadingRows?: number
  /** In place of rows where there are none: an empty or error state. */
  placeholder?: ReactNode
  /** The table is a card as high as its rows, and its page scrolls. */
  isInPage?: boolean
  /** px before the first and after the last column; 24 by default. */
  outerPadding?: number
  handleRef?: RefObject<TableHandle | null>
  className?: string
}

/** px of the column with the boxes that select. */
const boxWidth = 48
const boxKey = 'selection box'

/** px before and after the content of a cell. */
const cellPadding = 12
const summaryHeight = 40

/**
 * A grid that draws only the rows and columns in view. Header and summary stay in view; columns are resized, sorted and pinned by their
 * headers, and a tooltip shows text that does not fit into its cell.
 */
export const Table = (props: Props) => {
  const { label, id = label, columns: own, cell, foot, sorting, onOpen, selection, className } = props
  const { rowCount: allRows, rowHeight = 32, headHeight = 32, isHeadHidden = false, isInPage = false, loadingRows = 0, placeholder } = props
  const { outerPadding = 24, handleRef } = props
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null)
  const rowCount = shownRows(allRows, rowHeight)
  const actions = useSelection(selection, rowCount)
  const boxColumn: TableColumn[] =
    selection && actions
      ? [
          {
            key: boxKey,
            name: t('Selection'),
            head: <SelectAll {...{ selection, actions, rowCount }} />,
            width: boxWidth,
            isResizable: false,
            isPinnable: false,
            pin: 'start',
          },
        ]
      : []
  const available = useClientWidth(scroller)
  const layout = useColumns({ id, columns: [...boxColumn, ...own], available, outer: outerPadding - cellPadding })
  const { columns, widths, total: minWidth } = layout
  const offsets = pinOffsets(columns, widths)
  const isWide = available > 0 && minWidth > available
  useImperativeHandle(handleRef, () => ({
    showColumn: (key) => {
      const column = columns.findIndex((one) => one.key === key)
      const width = widths[column]
      if (!scroller || width === undefined) return
      const start = widths.slice(0, column).reduce((sum, px) => sum + px, 0)
      const left = Math.max(0, start - (available - width) / 2)
      scroller.scrollTo({ left: isRightToLeft(scroller) ? -left : left })
    },
  }))

  const prefix = useId()
  const idOf = (row: number) => `${prefix}-${row}`
  const head = useRef<TableHeadHandle>(null)
  const { body, setBody, active, activeColumn, focusActive, onKeyDown, onFocus } = useGridFocus({
    rowCount,
    columnCount: columns.length,
    onOpen,
    selection: actions,
    onTop: () => head.current?.focus(),
  })
  const cellRange = useCellRange({ cells: props.cells, order: columns.map(({ key }) => key), rowCount })
  const [activeKey, setActiveKey] = useState('')
  const activeHead = Math.max(
    0,
    columns.findIndex(({ key }) => key === activeKey),
  )
  const [first, end] = useVirtualRange({
    scroller,
    count: columns.length,
    size: widths,
    horizontal: true,
    isRightToLeft: useMemo(() => scroller !== null && isRightToLeft(scroller), [scroller]),
  })
  const isDrawn = (i: number) => (i >= first && i < end) || columns[i]?.pin !== undefined || i === activeColumn || i === activeHead
  const drawn = [...columns.keys()].filter(isDrawn)
  const starts = startsOf(widths)

  const cellProps = (column: number) => {
    const { align, isWords } = columns[column] ?? {}
    const offset = offsets[column]
    return {
      className: cx(
        css['cell'],
        align === 'right' && css['right'],
        isWords && css['words'],
        offset && css['pinned'],
        offset?.pin === 'end' && offsets[column - 1]?.pin !== 'end' && css['firstAtEnd'],
        column === 0 && css['firstCell'],
        column === columns.length - 1 && css['lastCell'],
        columns[column]?.key === boxKey && css['boxCell'],
      ),
      edge: offset?.pin === 'end' ? ('insetInlineEnd' as const) : ('insetInlineStart' as const),
      at: offset?.offset ?? starts[column] ?? 0,
      width: widths[column] ?? 0,
    }
  }
  const cellsOf = (content: (column: TableColumn) => ReactNode, isSelected?: (column: string) => boolean) =>
    drawn.flatMap((i) => {
      const column = columns[i]
      if (!column) return []
      return (
        <Cell
          key={column.key}
          column={column.key}
          index={i}
          isSelected={isSelected?.(column.key)}
          isBare={isSelected !== undefined}
          {...cellProps(i)}
        >
          {content(column)}
        </Cell>
      )
    })
  const contentOf = (row: number) => (column: TableColumn) =>
    selection && actions && column.key === boxKey ? <SelectRow {...{ selection, actions, row }} /> : cell(row, column)
  const openPressed = ({ target, currentTarget }: MouseEvent<HTMLElement>, row: number) => {
    if (!(target instanceof Element) || !currentTarget.contains(target)) return
    const isBox = target.closest(`[data-column="${boxKey}"]`) !== null
    if (!isBox && !isInWidget(target)) onOpen?.(row)
  }
  const hasSummary = columns.some(({ summary }) => summary !== undefined)
  const before = hasSummary ? 3 : 2
  const stickyHeight = (isHeadHidden ? 0 : headHeight) + (hasSummary ? summaryHeight : 0)
  const places: CSSProperties & Record<`--${string}`, string> = {
    '--head-height': `${headHeight}px`,
    '--row-height': `${rowHeight}px`,
    '--outer-padding': `${outerPadding}px`,
    '--above': `${stickyHeight}px`,
    '--below': `${foot ? rowHeight : 0}px`,
    '--pinned-start': `${pinnedWidth(columns, widths, 'start')}px`,
    '--pinned-end': `${pinnedWidth(columns, widths, 'end')}px`,
  }

  return (
    <div
      ref={setScroller}
      className={cx(css['scroller'], isInPage && css['inPage'], isWide && css['wide'], className)}
      style={places}
      data-in-page={isInPage || undefined}
    >
      <div
        role="grid"
        aria-label={label}
        aria-rowcount={rowCount + before - 1}
        aria-colcount={columns.length}
        aria-multiselectable={selection || cellRange ? true : undefined}
        aria-busy={loadingRows > 0 || undefined}
        className={css['table']}
        style={{ minWidth }}
        onPointerOver={showWholeText}
        onFocus={showWholeText}
      >
        <div role="rowgroup" className={isHeadHidden ? 'visually-hidden' : css['top']}>
          <TableHead
            ref={head}
            layout={layout}
            drawn={drawn}
            minWidth={minWidth}
            cellProps={cellProps}
            sorting={sorting}
            hasPins={isWide || layout.pins.length > 0}
            active={activeHead}
            onActive={setActiveKey}
            onDown={focusActive}
          />
          {hasSummary && (
            <div role="row" aria-rowindex={2} className={cx(css['row'], css['summary'])} style={{ minWidth }}>
              {cellsOf(({ summary }) => summary)}
            </div>
          )}
        </div>
        {loadingRows > 0 && (
          <LoadingRows count={loadingRows} style={{ minWidth, height: rowHeight }} cells={() => cellsOf(() => <Skeleton width={72} />)} />
        )}
        <TableRows
          {...{ body, active, rowCount, rowHeight }}
          ref={setBody}
          scroller={isInPage ? undefined : scroller}
          className={cx(css['body'], cellRange && css['cells'])}
          isReused={cellRange !== null}
          idOf={idOf}
          {...cellRange?.handlers}
          onKey={(event, pageRows) => {
            cellRange?.onKeyDown(event)
            onKeyDown(event, pageRows)
          }}
          onFocus={(event) => {
            cellRange?.handlers.onFocus(event)
            onFocus(event)
          }}
          renderRow={(index, isActive) => (
            <div
              role="row"
              id={idOf(index)}
              data-row={index}
              tabIndex={isActive ? 0 : -1}
              aria-rowindex={index + before}
              aria-selected={selection?.selected.has(selection.keyOf(index))}
              className={cx(css['row'], css['data'], onOpen && css['clickable'])}
              style={{ minWidth, height: rowHeight, transform: `translateY(${index * rowHeight}px)` }}
              onClick={onOpen && ((event) => openPressed(event, index))}
            >
              {cellsOf(contentOf(index), cellRange ? (column) => cellRange.isSelected(index, column) : undefined)}
            </div>
          )}
        />
        {foot && (
          <div role="rowgroup" className={css['foot']}>
            <div role="row" aria-rowindex={rowCount + before} className={css['row']} style={{ minWidth, height: rowHeight }}>
              {cellsOf(foot)}
            </div>
          </div>
        )}
      </div>
      {allRows === 0 && loadingRows === 0 && placeholder !== undefined && (
        <div className={css['placeholder']} style={{ width: available || undefined }}>
          {placeholder}
        </div>
      )}
      {rowCount < allRows && (
        <p className={css['notice']} role="status">
          {t('The first %(shown)s of %(total)s rows are shown.', {
            shown: rowCount.toLocaleString(t.locale),
            total: allRows.toLocaleString(t.locale),
          })}
        </p>
      )}
    </div>
  )
}

/** px from the start of a row to each of its columns. */
const startsOf = (widths: readonly number[]): number[] => {
  let start = 0
  return widths.map((width) => (start += width) - width)
}

const LoadingRows = ({ count, style, cells }: { count: number; style: CSSProperties; cells: () => ReactNode }) => (
  <div role="rowgroup">
    {Array.from({ length: count }, (_, i) => (
      <div key={i} role="row" className={css['row']} style={style}>
        {cells()}
      </div>
    ))}
  </div>
)
