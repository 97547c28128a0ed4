import { memo, useState, type HTMLAttributes, type KeyboardEvent, type ReactNode, type Ref } from 'react'
import { noSlots, slotsFor } from './model/slots.ts'
import { useVirtualRows } from './use-virtual-rows.ts'

type Props = HTMLAttributes<HTMLDivElement> & {
  ref: Ref<HTMLDivElement>
  body: HTMLElement | null
  /** The scroll container; undefined for the nearest scrollable ancestor. */
  scroller: HTMLElement | null | undefined
  rowCount: number
  /** px */
  rowHeight: number
  active: number
  /** The elements of rows that left are used for those that come in: for rows without a state of their own. */
  isReused: boolean
  /** The id of a row's element. */
  idOf: (index: number) => string
  /** A row that is drawn again only where the table is. */
  renderRow: (index: number, isActive: boolean) => ReactNode
  onKey: (event: KeyboardEvent<HTMLElement>, pageRows: number) => void
}

/** The rows of a table that are in view. Scrolling draws this alone, and of its rows only those that come in. */
export const TableRows = ({ body, scroller, rowCount, rowHeight, active, isReused, idOf, renderRow, onKey, ...rest }: Props) => {
  const { rows, height, pageRows } = useVirtualRows({ body, scroller, count: rowCount, rowHeight, active })
  const indexes = rows.map(({ index }) => index)
  const [last, setLast] = useState({ slots: noSlots, active })
  const slots = isReused ? slotsFor(last.slots, indexes, last.active) : noSlots
  if (slots !== last.slots || active !== last.active) setLast({ slots, active })
  const slotOf = (index: number) => slots.get(index) ?? index
  // In the order of the slots no element moves; assistive technology reads them in the order of the rows.
  const drawn = indexes.toSorted((a, b) => slotOf(a) - slotOf(b))
  return (
    <div
      {...rest}
      role="rowgroup"
      aria-owns={isReused ? indexes.map(idOf).join(' ') : undefined}
      tabIndex={-1}
      style={{ height }}
      onKeyDown={(event) => onKey(event, pageRows)}
    >
      {drawn.map((index) => (
        <Row key={slotOf(index)} index={index} isActive={index === active} renderRow={renderRow} />
      ))}
    </div>
  )
}

type RowProps = Pick<Props, 'renderRow'> & { index: number; isActive: boolean }

const Row = memo(({ index, isActive, renderRow }: RowProps) => renderRow(index, isActive))
