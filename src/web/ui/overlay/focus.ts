import { useEffect, useRef, useState, type RefObject } from 'react'

const control =
  'a[href], button:not(:disabled, [aria-disabled=true], [tabindex="-1"]), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), [tabindex="0"]'
const textField = 'input:not(:disabled):not([type=checkbox]):not([type=radio]), textarea:not(:disabled)'

/** Focuses the element marked `data-autofocus`, else the first text field, else the first control. */
export const focusFirst = (root: HTMLElement) => {
  const target = root.querySelector<HTMLElement>('[data-autofocus]') ?? root.querySelector<HTMLElement>(textField)
  ;(target ?? root.querySelector<HTMLElement>(control) ?? root).focus({ preventScroll: true })
}

/** A ref whose element is focused when it mounts, if `isActive` was true then. */
export const useFocusAtFirst = <E extends HTMLElement>(isActive: boolean): RefObject<E | null> => {
  const element = useRef<E>(null)
  const [first] = useState(isActive)
  useEffect(() => {
    if (first) element.current?.focus()
  }, [first])
  return element
}
