import type { KeyboardEvent } from 'react'

export const isRightToLeft = (element: Element) => getComputedStyle(element).direction === 'rtl'

/**
 * The index that a key moves to among `count` items; null if the key does not move. Wraps at both ends; left and right follow the reading
 * direction.
 */
export const rovingIndex = (event: KeyboardEvent<Element>, at: number, count: number): number | null => {
  if (count === 0 || event.metaKey || event.ctrlKey || event.altKey) return null
  const forward = isRightToLeft(event.currentTarget) ? -1 : 1
  const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, ArrowRight: forward, ArrowLeft: -forward }
  if (event.key === 'Home') return 0
  if (event.key === 'End') return count - 1
  const step = steps[event.key]
  return step === undefined ? null : (at + step + count) % count
}

/** For a group of buttons with the role of a radio: the arrow keys choose the next one. */
export const chooseByArrow = (event: KeyboardEvent<Element>) => {
  const radios = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=radio]:not(:disabled)')]
  const at = radios.findIndex((radio) => radio === event.target)
  const next = at < 0 ? undefined : radios[rovingIndex(event, at, radios.length) ?? -1]
  if (!next) return
  event.preventDefault()
  next.focus()
  next.click()
}
