import { useEffect, useLayoutEffect, useRef, useState, type FocusEvent, type KeyboardEvent } from 'react'
import { isRightToLeft } from '../choice/roving.ts'
import { rowAfterKey } from './model/moves.ts'
import { isWrittenIn, stopsOf, tabStopsIn } from './stops.ts'
import type { SelectionActions } from './use-selection.ts'

type Options = {
  rowCount: number
  onOpen: ((row: number) => void) | undefined
  selection: SelectionActions | undefined
  /** What Up does in the first row. */
  onTop?: () => void
  /** Cards side by side: arrows move among them, Tab goes through what is in one. In a table arrows do both. */
  perLine?: number
}

/** Where the focus goes: a row, or one of its stops. */
type Target = { row: number; stop: number }

const whole = -1

/**
 * The focus in a body that draws only some of its rows, each with `data-row`: one row is a tab stop, arrows move it, Enter opens,
 * Space selects, with Shift the whole range. Tab leaves the body wherever the focus is in it.
 */
export const useGridFocus = ({ rowCount, onOpen, selection, onTop, perLine }: Options) => {
  const [body, setBody] = useState<HTMLElement | null>(null)
  const [row, setRow] = useState(0)
  const active = Math.max(0, Math.min(row, rowCount - 1))
  const target = useRef<Target | null>(null)
  const isLeaving = useRef(false)
  const isTabbing = useRef(false)

  useEffect(() => {
    const down = ({ key }: globalThis.KeyboardEvent) => void (isTabbing.current = key === 'Tab')
    const up = () => void (isTabbing.current = false)
    document.addEventListener('keydown', down, true)
    document.addEventListener('keyup', up, true)
    return () => {
      document.removeEventListener('keydown', down, true)
      document.removeEventListener('keyup', up, true)
    }
  }, [])

  const focusTarget = () => {
    const element = target.current && body?.querySelector<HTMLElement>(`:scope > [data-row="${target.current.row}"]`)
    if (!element || !target.current) return
    const { stop } = target.current
    target.current = null
    const stops = stop === whole ? [] : stopsOf(element)
    const focused = stops[Math.min(stop, stops.length - 1)] ?? element
    focused.focus({ preventScroll: true })
    const shown = focused === element ? element : focused.closest('[role=gridcell]')
    shown?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }
  // A row out of view is drawn first.
  useLayoutEffect(focusTarget)
  const focusRow = (next: number, stop = whole) => {
    target.current = { row: next, stop }
    setRow(next)
    focusTarget()
  }

  const leave = (from: HTMLElement, isBackwards: boolean) => {
    // The browser goes on from the last of the stops, or from before the first one.
    const last = body && tabStopsIn(body).at(-1)
    const isAhead = last && from.compareDocumentPosition(last) & Node.DOCUMENT_POSITION_FOLLOWING
    isLeaving.current = true
    if (isBackwards) body?.focus({ preventScroll: true })
    else if (isAhead) last.focus({ preventScroll: true })
    isLeaving.current = false
  }

  const onKeyDown = (event: KeyboardEvent<HTMLElement>, pageRows: number) => {
    const from = event.target
    if (event.defaultPrevented || !(from instanceof HTMLElement) || !body?.contains(from)) return
    const element = from.closest<HTMLElement>('[data-row]')
    if (!element) return
    const at = Number(element.dataset['row'])
    if (event.key === 'Tab') {
      const inside = perLine === undefined ? [] : tabStopsIn(element)
      const isLast = inside.length === 0 || from === inside.at(-1)
      if (event.shiftKey ? perLine === undefined || from === element : isLast) leave(from, event.shiftKey)
      return
    }
    if (event.altKey || isWrittenIn(from)) return
    const isCommand = event.ctrlKey || event.metaKey
    if (isCommand && event.key.toLowerCase() === 'a' && selection) selection.toggleAll()
    else if (isCommand && event.key !== 'Home' && event.key !== 'End') return
    else if (!(perLine === undefined ? moveInTable : moveInCards)(event, { from, element, at, pageRows }) && !act(event, from, at)) return
    event.preventDefault()
    event.stopPropagation()
  }

  type Place = { from: HTMLElement; element: HTMLElement; at: number; pageRows: number }

  /** Whether the key moved something. */
  const moveInTable = (event: KeyboardEvent<HTMLElement>, { from, element, at, pageRows }: Place): boolean => {
    const stops = stopsOf(element)
    const stop = stops.indexOf(from)
    const step = stepOf(event)
    if (step !== 0) {
      const next = Math.max(whole, Math.min(stops.length - 1, stop + step))
      focusRow(at, next)
      return true
    }
    const isInRow = stop !== whole && !event.ctrlKey && !event.metaKey
    if (isInRow && event.key === 'Home') focusRow(at, 0)
    else if (isInRow && event.key === 'End') focusRow(at, stops.length - 1)
    else if (event.key === 'ArrowUp' && at === 0 && onTop) onTop()
    else return moveToRow(event, { from: at, to: rowAfterKey(event.key, at, { rowCount, pageRows }), stop })
    return true
  }

  const moveInCards = (event: KeyboardEvent<HTMLElement>, { at, pageRows }: Place): boolean => {
    const step = stepOf(event)
    const next = step === 0 ? rowAfterKey(event.key, at, { rowCount, pageRows, perLine: perLine ?? 1 }) : at + step
    return moveToRow(event, { from: at, to: next === null ? null : Math.max(0, Math.min(rowCount - 1, next)), stop: whole })
  }

  const moveToRow = ({ shiftKey, key }: KeyboardEvent, { from, to, stop }: { from: number; to: number | null; stop: number }): boolean => {
    if (to === null) return false
    focusRow(to, stop)
    if (shiftKey && key.startsWith('Arrow')) selection?.extend(to, from)
    return true
  }

  const act = (event: KeyboardEvent<HTMLElement>, from: HTMLElement, at: number): boolean => {
    // Widgets in cells have their own Enter and Space.
    if (!from.matches('[data-row], [role=gridcell]')) return false
    if (event.key === ' ' && selection) (event.shiftKey ? selection.extend : selection.toggle)(at)
    else if ((event.key === 'Enter' || event.key === ' ') && onOpen) onOpen(at)
    else return false
    return true
  }

  const onFocus = (event: FocusEvent<HTMLElement>) => {
    if (isLeaving.current || !(event.target instanceof HTMLElement) || !body?.contains(event.target)) return
    const at = event.target.closest<HTMLElement>('[data-row]')?.dataset['row']
    if (at === undefined) return
    const isEntering = isTabbing.current && !body.contains(event.relatedTarget)
    if (isEntering && Number(at) !== active) focusRow(active)
    else setRow(Number(at))
  }

  return { body, setBody, active, focusActive: () => focusRow(active), onKeyDown, onFocus }
}

/** 1 forwards, -1 backwards in the direction of reading, 0 where a key goes to neither side. */
const stepOf = ({ key, currentTarget }: KeyboardEvent<HTMLElement>): number => {
  const step = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0
  return step !== 0 && isRightToLeft(currentTarget) ? -step : step
}
