import { useCallback, useState, type KeyboardEvent, type PointerEvent } from 'react'
import { isRightToLeft } from './choice/roving.ts'
import { cx } from './cx.ts'
import css from './Splitter.module.css'

type Bounds = { initial: number; min: number; max: number }

const clamp = (value: number, { min, max }: Bounds) => Math.round(Math.max(min, Math.min(max, value)))

const storedSize = (id: string, bounds: Bounds) => {
  const stored = Number(localStorage.getItem(`chartroom.size.${id}`))
  return stored ? clamp(stored, bounds) : bounds.initial
}

/** The size of a pane in px, kept in local storage, and its setter. */
export const usePaneSize = (id: string, bounds: Bounds): [size: number, resize: (size: number) => void] => {
  const [size, setSize] = useState(() => storedSize(id, bounds))
  const { initial, min, max } = bounds
  const resize = useCallback(
    (next: number) => {
      const clamped = clamp(next, { initial, min, max })
      setSize(clamped)
      localStorage.setItem(`chartroom.size.${id}`, String(clamped))
    },
    [id, initial, min, max],
  )
  return [size, resize]
}

type Props = {
  /** Accessible name; names the pane it resizes. */
  label: string
  size: number
  onResize: (size: number) => void
  bounds: Bounds
  /** Side of the line that the resized pane is on. */
  pane: 'left' | 'right' | 'above' | 'below'
  /** -1 where it is focused by other means. */
  tabIndex?: 0 | -1
}

/** A divider between panes: drag or arrow keys (8 px, with Shift 32) resize, double-click or Enter resets. */
export const Splitter = ({ label, size, onResize, bounds, pane, tabIndex = 0 }: Props) => {
  const isVertical = pane === 'left' || pane === 'right'
  /** 1 if the pane grows with the coordinate, else -1. Left and right follow the reading direction. */
  const signAt = (line: Element) => (pane === 'left' || pane === 'above' ? 1 : -1) * (isVertical && isRightToLeft(line) ? -1 : 1)

  const drag = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return
    event.preventDefault()
    const line = event.currentTarget
    line.setPointerCapture(event.pointerId)
    const from = isVertical ? event.clientX : event.clientY
    const sign = signAt(line)
    const move = (next: globalThis.PointerEvent) =>
      onResize(clamp(size + sign * ((isVertical ? next.clientX : next.clientY) - from), bounds))
    const end = () => {
      line.removeEventListener('pointermove', move)
      line.removeEventListener('pointerup', end)
      line.removeEventListener('pointercancel', end)
    }
    line.addEventListener('pointermove', move)
    line.addEventListener('pointerup', end)
    line.addEventListener('pointercancel', end)
  }

  const step = (event: KeyboardEvent<HTMLElement>) => {
    const direction = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key]
    const next =
      direction === undefined
        ? { Home: bounds.min, End: bounds.max, Enter: bounds.initial }[event.key]
        : size + signAt(event.currentTarget) * direction * (event.shiftKey ? 32 : 8)
    if (next === undefined) return
    event.preventDefault()
    onResize(clamp(next, bounds))
  }

  return (
    <div
      role="separator"
      aria-label={label}
      aria-orientation={isVertical ? 'vertical' : 'horizontal'}
      aria-valuenow={size}
      aria-valuemin={bounds.min}
      aria-valuemax={bounds.max}
      tabIndex={tabIndex}
      className={cx(css['line'], isVertical ? css['upright'] : css['level'])}
      onPointerDown={drag}
      onKeyDown={step}
      onDoubleClick={() => onResize(bounds.initial)}
    />
  )
}
