import { useId, useState, type KeyboardEvent } from 'react'

type Options = {
  scroller: HTMLElement | null
  rowCount: number
  rowHeight: number
  onOpen: ((row: number) => void) | undefined
  onToggle?: ((row: number) => void) | undefined
}

/** px of the sticky head that covers the top of the rows. */
const headHeight = 32

/** The row that the keyboard is on in a table that draws only some of its rows: arrows move, Enter opens, Space selects or opens. */
export const useActiveRow = ({ scroller, rowCount, rowHeight, onOpen, onToggle }: Options) => {
  const id = useId()
  const [row, setRow] = useState(0)
  const active = Math.min(row, rowCount - 1)

  const moveTo = (next: number) => {
    const bounded = Math.max(0, Math.min(rowCount - 1, next))
    setRow(bounded)
    if (!scroller) return
    const top = bounded * rowHeight
    const room = scroller.clientHeight - headHeight - rowHeight
    if (top < scroller.scrollTop) scroller.scrollTo?.({ top })
    else if (top > scroller.scrollTop + room) scroller.scrollTo?.({ top: top - room })
  }
  const open = (index: number) => {
    setRow(index)
    onOpen?.(index)
  }
  const onKey = (event: KeyboardEvent<HTMLElement>) => {
    // Keys in a head sort and resize.
    if (event.target !== event.currentTarget || event.metaKey || event.ctrlKey || event.altKey) return
    const page = Math.max(1, Math.floor((scroller?.clientHeight ?? 0) / rowHeight) - 2)
    const moves: Record<string, number> = {
      ArrowDown: active + 1,
      ArrowUp: active - 1,
      PageDown: active + page,
      PageUp: active - page,
      Home: 0,
      End: rowCount - 1,
    }
    const next = moves[event.key]
    if (next !== undefined) moveTo(next)
    else if (event.key === ' ' && onToggle && active >= 0) onToggle(active)
    else if ((event.key === 'Enter' || event.key === ' ') && active >= 0) open(active)
    else return
    event.preventDefault()
  }
  return { active, open, onKey, idOf: (index: number) => `${id}-${index}` }
}
