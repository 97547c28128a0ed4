import { useRef, type ClipboardEvent, type FocusEvent, type KeyboardEvent, type PointerEvent } from 'react'
import { blockOf, isSamePlace, type CellPlace, type CellRange } from './model/cell-range.ts'

export type CellSelection = {
  range: CellRange | null
  onChange: (range: CellRange) => void
  /** Shows one cell as a whole: pressed twice, or by Enter. */
  onOpen: (place: CellPlace) => void
  /** The text of the selected cells, for the clipboard. */
  text: () => string
}

type Options = { cells: CellSelection | undefined; order: readonly string[]; rowCount: number }

const placeOf = (target: EventTarget): CellPlace | null => {
  const element = target instanceof Element ? target.closest<HTMLElement>('[role=gridcell]') : null
  const row = element?.closest<HTMLElement>('[data-row]')?.dataset['row']
  const column = element?.dataset['column']
  return row === undefined || column === undefined ? null : { row: Number(row), column }
}

/** A range of cells: the focused one; with Shift and arrow keys or a press, and by dragging, those up to another one; all of them by Ctrl A. */
export const useCellRange = ({ cells, order, rowCount }: Options) => {
  const isExtending = useRef(false)
  const isDragging = useRef(false)
  if (!cells) return null
  const { range, onChange, onOpen, text } = cells
  const block = range && blockOf(range, order)
  const columns = new Set(block?.columns)

  const moveTo = (place: CellPlace | null) => {
    if (!place || (isSamePlace(place, range?.head) && (isExtending.current || isSamePlace(place, range?.anchor)))) return
    onChange({ anchor: isExtending.current && range ? range.anchor : place, head: place })
  }

  const selectAll = () => {
    const [first, last] = [order[0], order.at(-1)]
    if (rowCount === 0 || first === undefined || last === undefined) return
    onChange({ anchor: { row: 0, column: first }, head: { row: rowCount - 1, column: last } })
  }

  return {
    isSelected: (row: number, column: string) => block !== null && row >= block.first && row <= block.last && columns.has(column),
    onKeyDown: (event: KeyboardEvent) => {
      isExtending.current = event.shiftKey && event.key.startsWith('Arrow')
      const place = placeOf(event.target)
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'a') selectAll()
      else if (event.key === 'Enter' && place) onOpen(place)
      else return
      event.preventDefault()
    },
    handlers: {
      onFocus: ({ target }: FocusEvent) => moveTo(placeOf(target)),
      onPointerDown: ({ target, shiftKey, button }: PointerEvent) => {
        if (button !== 0) return
        isExtending.current = shiftKey
        isDragging.current = true
        moveTo(placeOf(target))
      },
      onPointerMove: ({ target, buttons, pointerType }: PointerEvent) => {
        isDragging.current &&= (buttons & 1) === 1
        if (!isDragging.current || pointerType !== 'mouse') return
        isExtending.current = true
        moveTo(placeOf(target))
      },
      onDoubleClick: ({ target }: { target: EventTarget }) => {
        const place = placeOf(target)
        if (place) onOpen(place)
      },
      onCopy: (event: ClipboardEvent) => {
        if (!block) return
        event.clipboardData.setData('text/plain', text())
        event.preventDefault()
      },
    },
  }
}
