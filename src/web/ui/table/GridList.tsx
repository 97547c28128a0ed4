import { useState, type CSSProperties, type ReactNode } from 'react'
import { cx } from '../cx.ts'
import { Skeleton } from '../feedback/Skeleton.tsx'
import { useClientWidth } from './columns/use-columns.ts'
import { perLineIn } from './model/moves.ts'
import { useGridFocus } from './use-grid-focus.ts'
import { useSelection, type TableSelection } from './use-selection.ts'
import { useVirtualRows } from './use-virtual-rows.ts'
import { showWholeText } from './truncated.ts'
import css from './GridList.module.css'

type Props = {
  label: string
  itemCount: number
  item: (index: number) => ReactNode
  /** px; as many are side by side as there is room for. */
  minItemWidth: number
  /** px */
  itemHeight: number
  /** px between two items; 16 by default. */
  gap?: number
  onOpen?: (index: number) => void
  /** Given = items can be selected: by Space, with Shift a range. */
  selection?: TableSelection
  /** Draws this many placeholders while the items are on their way. */
  loadingItems?: number
  /** In place of items where there are none. */
  placeholder?: ReactNode
  /** The list is as high as its items, and its page scrolls. */
  isInPage?: boolean
}

/** Cards in a grid that draws only those in view: arrows move among them, Enter opens, Space selects, Tab goes through what is in one. */
export const GridList = (props: Props) => {
  const {
    label,
    itemCount,
    item,
    minItemWidth,
    itemHeight,
    gap = 16,
    onOpen,
    selection,
    loadingItems = 0,
    placeholder,
    isInPage = false,
  } = props
  const [scroller, setScroller] = useState<HTMLElement | null>(null)
  const actions = useSelection(selection, itemCount)
  const available = useClientWidth(scroller)
  const perLine = perLineIn(available, { minItemWidth, gap })
  const width = (available - gap * (perLine - 1)) / perLine
  const { body, setBody, active, onKeyDown, onFocus } = useGridFocus({
    rowCount: itemCount,
    columnCount: 1,
    onOpen,
    selection: actions,
    perLine,
  })
  const { rows: lines, pageRows } = useVirtualRows({
    body,
    scroller: isInPage ? undefined : scroller,
    count: Math.ceil(itemCount / perLine),
    rowHeight: itemHeight + gap,
    active: Math.floor(active / perLine),
  })
  const placeOf = (index: number, top: number): CSSProperties => ({
    width,
    height: itemHeight,
    insetInlineStart: (index % perLine) * (width + gap),
    transform: `translateY(${top}px)`,
  })
  const count = loadingItems > 0 ? loadingItems : itemCount
  const height = Math.max(0, Math.ceil(count / perLine) * (itemHeight + gap) - gap)

  return (
    <div ref={setScroller} className={cx(css['scroller'], isInPage && css['inPage'])} onPointerOver={showWholeText} onFocus={showWholeText}>
      {(itemCount > 0 || loadingItems > 0) && (
        <div
          role="grid"
          aria-label={label}
          aria-rowcount={itemCount}
          aria-multiselectable={selection ? true : undefined}
          aria-busy={loadingItems > 0 || undefined}
        >
          <div
            ref={setBody}
            role="rowgroup"
            tabIndex={-1}
            className={css['body']}
            style={{ height }}
            onKeyDown={(event) => onKeyDown(event, pageRows)}
            onFocus={onFocus}
          >
            {Array.from({ length: loadingItems }, (_, i) => (
              <div key={i} role="row" className={css['item']} style={placeOf(i, Math.floor(i / perLine) * (itemHeight + gap))}>
                <div role="gridcell">
                  <Skeleton width="100%" height={itemHeight} />
                </div>
              </div>
            ))}
            {loadingItems === 0 &&
              lines.flatMap(({ index: line, top }) =>
                Array.from({ length: Math.min(perLine, itemCount - line * perLine) }, (_, i) => line * perLine + i).map((index) => (
                  <div
                    key={index}
                    role="row"
                    data-row={index}
                    tabIndex={index === active ? 0 : -1}
                    aria-rowindex={index + 1}
                    aria-selected={selection?.selected.has(selection.keyOf(index))}
                    className={css['item']}
                    style={placeOf(index, top)}
                  >
                    <div role="gridcell" className={css['cell']}>
                      {item(index)}
                    </div>
                  </div>
                )),
              )}
          </div>
        </div>
      )}
      {itemCount === 0 && loadingItems === 0 && placeholder}
    </div>
  )
}
