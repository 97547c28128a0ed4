import { useEffect, useRef, useState, type RefObject } from 'react'

const focusable =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), [tabindex]:not([tabindex="-1"])'

export const focusablesIn = (root: HTMLElement): HTMLElement[] =>
  [...root.querySelectorAll<HTMLElement>(focusable)].filter(
    (element) => element.tabIndex >= 0 && (element.offsetParent !== null || element === document.activeElement),
  )

/** Focuses what asks for it (`data-autofocus`), else the first field, else the first control, also one that only arrow keys reach. */
export const focusFirst = (root: HTMLElement) => {
  const wished = root.querySelector<HTMLElement>('[data-autofocus]')
  const field = root.querySelector<HTMLElement>('input:not(:disabled):not([type=checkbox]):not([type=radio]), textarea:not(:disabled)')
  ;(wished ?? field ?? focusablesIn(root)[0] ?? root.querySelector<HTMLElement>(focusable) ?? root).focus({ preventScroll: true })
}

/** Keeps Tab inside. */
export const trapTab = (event: { key: string; shiftKey: boolean; preventDefault: () => void }, root: HTMLElement) => {
  if (event.key !== 'Tab') return
  const list = focusablesIn(root)
  const [first, last] = [list[0], list.at(-1)]
  const active = document.activeElement
  if (!first || !last) event.preventDefault()
  else if (event.shiftKey && (active === first || active === root)) {
    event.preventDefault()
    last.focus()
  } else if (!event.shiftKey && active === last) {
    event.preventDefault()
    first.focus()
  }
}

/** A ref whose element takes the focus when it first appears, where `takes` was true then. */
export const useFocusAtFirst = <E extends HTMLElement>(takes: boolean): RefObject<E | null> => {
  const element = useRef<E>(null)
  const [first] = useState(takes)
  useEffect(() => {
    if (first) element.current?.focus()
  }, [first])
  return element
}
