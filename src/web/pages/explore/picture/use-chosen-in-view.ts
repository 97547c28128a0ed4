import { useEffect, useState } from 'react'
import type { RefObject } from 'react'

const hiddenEnds = ({ scrollLeft, clientWidth, scrollWidth }: HTMLElement) => ({
  before: scrollLeft > 0,
  after: scrollLeft + clientWidth < scrollWidth - 1,
})

/** Keeps the child whose `data-tile` is chosen in view when the row is resized; reports at which ends it can be scrolled. */
export const useChosenInView = (row: RefObject<HTMLElement | null>, chosen: string | null) => {
  const [more, setMore] = useState({ before: false, after: false })
  useEffect(() => {
    const element = row.current
    if (!element || typeof ResizeObserver === 'undefined') return
    const observer = new ResizeObserver(() => {
      const tiles = [...element.querySelectorAll<HTMLElement>('[data-tile]')]
      tiles.find(({ dataset }) => dataset['tile'] === chosen)?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
      setMore(hiddenEnds(element))
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [row, chosen])
  return { more, updateOverflow: (element: HTMLElement) => setMore(hiddenEnds(element)) }
}
