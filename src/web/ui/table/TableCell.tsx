import { memo, type CSSProperties, type ReactNode } from 'react'
import css from './Table.module.css'

/** Where a cell is in its row, px. */
export type CellBox = {
  className: string
  /** The side that `at` is counted from; a cell that is not pinned is placed from the start. */
  edge: 'insetInlineStart' | 'insetInlineEnd'
  at: number
  width: number
}

export const boxStyle = ({ edge, at, width }: CellBox): CSSProperties => ({ [edge]: at, width })

type Props = CellBox & {
  column: string
  index: number
  isSelected: boolean | undefined
  /** Its text needs no element of its own, because cells like it hold nothing else. */
  isBare: boolean
  children: ReactNode
}

/** A cell of a row, drawn again only where it changes: a scroll step leaves most of them as they are. */
export const Cell = memo(({ column, index, isSelected, isBare, children, ...box }: Props) => (
  <div
    role="gridcell"
    tabIndex={-1}
    aria-colindex={index + 1}
    aria-selected={isSelected}
    data-column={column}
    className={box.className}
    style={boxStyle(box)}
  >
    {typeof children === 'string' && !isBare ? <span className={css['word']}>{children}</span> : children}
  </div>
))
