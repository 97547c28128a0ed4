import { useEffect, useState } from 'react'
import type { RefObject } from 'react'

const hiddenEnds = ({ scrollLeft, clientWidth, scrollWidth }: HTMLElement) => ({
  before: scrollLeft > 0,
  after: scrollLeft + clientWidth < scrollWidth - 1,
})

/** Scrolls a row to the child whose `data-tile` is chosen, at first and whenever the row gets another width; tells at which ends more is to be had. */
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
  return { more, read: (element: HTMLElement) => setMore(hiddenEnds(element)) }
}
