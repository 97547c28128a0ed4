import { useEffect, useRef, type RefObject } from 'react'
import { create } from 'zustand'
import { isLayerOpen } from '../overlay/layers.ts'

export type KeyBinding = {
  /** `⌘K`, `⇧⌘Z`, `⌘↵`, `/`, `E`: ⌘ stands for Ctrl where there is no ⌘. */
  keys: string
  /** What it does, for the list of shortcuts. */
  label: string
  run: () => void
  /** Active also while a dialog or popover is open. */
  always?: boolean
}

/** `within`: the part of the page that the shortcuts belong to; a focused part disables the shortcuts of other parts. */
type Bound = KeyBinding & { within?: RefObject<Element | null> | undefined }

/** All active bindings, for the list of shortcuts. */
export const useBindings = create<{ bindings: Bound[] }>(() => ({ bindings: [] }))

const wire: Record<string, string> = { '↵': 'enter', '⌫': 'backspace' }

/** Whether a keyboard event matches `keys`. */
export const matches = (keys: string, event: Pick<KeyboardEvent, 'key' | 'metaKey' | 'ctrlKey' | 'shiftKey' | 'altKey'>): boolean => {
  const name = keys.replaceAll(/[⌘⇧⌥]/g, '')
  const wanted = wire[name] ?? name.toLowerCase()
  const needsShift = keys.includes('⇧')
  return (
    event.key.toLowerCase() === wanted &&
    (event.metaKey || event.ctrlKey) === keys.includes('⌘') &&
    event.altKey === keys.includes('⌥') &&
    (event.shiftKey === needsShift || !/^[a-z]$|^enter$/.test(wanted))
  )
}

/** Whether the element takes typed text. */
export const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) &&
  target.getAttribute('type') !== 'checkbox'

const onKey = (event: KeyboardEvent) => {
  if (event.defaultPrevented || event.repeat) return
  const { bindings } = useBindings.getState()
  const { target } = event
  const isInside = ({ within }: Bound) => target instanceof Node && Boolean(within?.current?.contains(target))
  const hasFocusedPart = bindings.some(isInside)
  const found = bindings.findLast(
    (binding) =>
      (!hasFocusedPart || !binding.within || isInside(binding)) &&
      matches(binding.keys, event) &&
      (binding.keys.includes('⌘') || !isTyping(event.target)) &&
      (binding.always || !isLayerOpen()),
  )
  if (!found) return
  event.preventDefault()
  found.run()
}

/** Registers the shortcuts of a page or of a part of it; the last one mounted wins. */
export const useKeys = (bindings: KeyBinding[], within?: RefObject<Element | null>) => {
  const latest = useRef(bindings)
  useEffect(() => {
    latest.current = bindings
  })
  const signature = JSON.stringify(bindings.map(({ keys, label, always }) => ({ keys, label, always })))
  useEffect(() => {
    const declared = JSON.parse(signature) as Omit<KeyBinding, 'run'>[]
    const entries: Bound[] = declared.map((binding, i) => ({ ...binding, within, run: () => latest.current[i]?.run() }))
    const { bindings: before } = useBindings.getState()
    if (before.length === 0) document.addEventListener('keydown', onKey)
    useBindings.setState({ bindings: [...before, ...entries] })
    return () => {
      const rest = useBindings.getState().bindings.filter((binding) => !entries.includes(binding))
      useBindings.setState({ bindings: rest })
      if (rest.length === 0) document.removeEventListener('keydown', onKey)
    }
  }, [signature, within])
}
