import { useEffect, useLayoutEffect, useRef, useState, type FocusEvent, type KeyboardEvent } from 'react'
import { isRightToLeft } from '../choice/roving.ts'
import { rowAfterKey } from './model/moves.ts'
import { elementAt, firstStop, isWrittenIn, lastStop, nextStop, stopOf, tabStopsIn, type Stop } from './stops.ts'
import type { SelectionActions } from './use-selection.ts'

type Options = {
  rowCount: number
  columnCount: number
  onOpen: ((row: number) => void) | undefined
  selection: SelectionActions | undefined
  /** What Up does in the first row. */
  onTop?: () => void
  /** Cards side by side: arrows move among them, Tab goes through what is in one. In a table arrows do both. */
  perLine?: number
}

/** Where the focus goes: one of the stops of a row, or the row itself. */
type Target = { row: number; stop: Stop | null }

/**
 * The focus in a body that draws only some of its rows, each with `data-row`, and of their cells: one row is a tab stop, arrows move it, Enter opens,
 * Space selects, with Shift the whole range. Tab leaves the body wherever the focus is in it.
 */
export const useGridFocus = ({ rowCount, columnCount, onOpen, selection, onTop, perLine }: Options) => {
  const [body, setBody] = useState<HTMLElement | null>(null)
  const [row, setRow] = useState(0)
  const [column, setColumn] = useState(0)
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
    const focused = stop ? elementAt(element, stop) : element
    if (!focused) return
    target.current = null
    focused.focus({ preventScroll: true })
    const shown = focused === element ? element : focused.closest('[role=gridcell]')
    shown?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }
  // A row or column out of view is drawn first.
  useLayoutEffect(focusTarget)
  const focusRow = (next: number, stop: Stop | null = null) => {
    target.current = { row: next, stop }
    setRow(next)
    if (stop) setColumn(stop.column)
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
    const stop = stopOf(element, from)
    const step = stepOf(event)
    const isInRow = stop !== null && !event.ctrlKey && !event.metaKey
    if (step !== 0) focusRow(at, stop ? nextStop(element, stop, step, columnCount) : step > 0 ? firstStop : null)
    else if (isInRow && event.key === 'Home') focusRow(at, firstStop)
    else if (isInRow && event.key === 'End') focusRow(at, lastStop(columnCount))
    else if (event.key === 'ArrowUp' && at === 0 && onTop) onTop()
    else return moveToRow(event, { from: at, to: rowAfterKey(event.key, at, { rowCount, pageRows }), stop })
    return true
  }

  const moveInCards = (event: KeyboardEvent<HTMLElement>, { at, pageRows }: Place): boolean => {
    const step = stepOf(event)
    const next = step === 0 ? rowAfterKey(event.key, at, { rowCount, pageRows, perLine: perLine ?? 1 }) : at + step
    return moveToRow(event, { from: at, to: next === null ? null : Math.max(0, Math.min(rowCount - 1, next)), stop: null })
  }

  type RowMove = { from: number; to: number | null; stop: Stop | null }

  const moveToRow = ({ shiftKey, key }: KeyboardEvent, { from, to, stop }: RowMove): boolean => {
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
    const element = event.target.closest<HTMLElement>('[data-row]')
    if (!element) return
    const at = Number(element.dataset['row'])
    const isEntering = isTabbing.current && !body.contains(event.relatedTarget)
    if (isEntering && at !== active) return focusRow(active)
    setRow(at)
    const stop = stopOf(element, event.target)
    if (stop) setColumn(stop.column)
  }

  return { body, setBody, active, activeColumn: column, focusActive: () => focusRow(active), onKeyDown, onFocus }
}

/** 1 forwards, -1 backwards in the direction of reading, 0 where a key goes to neither side. */
const stepOf = ({ key, currentTarget }: KeyboardEvent<HTMLElement>): number => {
  const step = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0
  return step !== 0 && isRightToLeft(currentTarget) ? -step : step
}
