import { observeElementRect, useVirtualizer, type Virtualizer } from '@tanstack/react-virtual'
import { useLayoutEffect } from 'react'

type Options = {
  scroller: HTMLElement | null
  count: number
  /** px of every row, or of each column. */
  size: number | readonly number[]
  /** px from the start of the scrolled content to the first item. */
  offset?: number
  horizontal?: boolean
  isRightToLeft?: boolean
}

/** Drawn beyond the view on each side, so that fast scrolling shows no gaps. */
const overscanPx = 320

/** Before the scroller is measured. */
const initialRect = { width: 2000, height: 1000 }

const observeRect = (virtualizer: Virtualizer<HTMLElement, Element>, onRect: (rect: typeof initialRect) => void) =>
  typeof ResizeObserver === 'undefined' ? undefined : observeElementRect(virtualizer, onRect)

/** The items that a scroller shows, `[first, end)`, and some around them. */
export const useVirtualRange = (options: Options): [first: number, end: number] => {
  const { scroller, count, size, offset = 0, horizontal = false, isRightToLeft = false } = options
  const sizeOf = (index: number) => (typeof size === 'number' ? size : (size[index] ?? 0))
  const average = typeof size === 'number' ? size : size.reduce((sum, px) => sum + px, 0) / Math.max(1, size.length)
  const virtualizer = useVirtualizer<HTMLElement, Element>({
    count,
    horizontal,
    initialRect,
    getScrollElement: () => scroller,
    estimateSize: sizeOf,
    scrollMargin: offset,
    isRtl: isRightToLeft,
    overscan: Math.ceil(overscanPx / Math.max(1, average)),
    observeElementRect: observeRect,
  })
  const sizes = String(size)
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, sizes])
  const items = virtualizer.getVirtualItems()
  return [items[0]?.index ?? 0, (items.at(-1)?.index ?? -1) + 1]
}
