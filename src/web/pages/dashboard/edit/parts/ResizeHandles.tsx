import { useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import { useShallow } from 'zustand/react/shallow'
import { columnCount, columnsFrom, gutter, maxSliderHeight, minHeight, unitsFrom } from '#core/layout/grid.ts'
import { resizable, widthBounds } from '#core/layout/change/resize.ts'
import { parentOf } from '#core/layout/tree.ts'
import { capacity } from '#core/layout/width.ts'
import { t } from '#core/i18n/t.ts'
import { cx } from '../../../../ui/cx.ts'
import { useComponent, useDashboard, useDashboardStore, useLayout } from '../../state/dashboard-context.ts'
import { resizePart, showSize } from '../actions.ts'
import css from '../Edit.module.css'

type Axis = 'width' | 'height' | 'both'
type Size = { width?: number; height?: number }

/** The width in px of the full grid, from that of a row with this many columns. */
const gridPxOf = (rowPx: number, columns: number) => ((rowPx + gutter) / columns) * columnCount - gutter

/** Resize handles at the right, bottom and corner. Widths snap to columns and heights to units of 8 px. */
export const ResizeHandles = ({ id, element }: { id: string; element: HTMLElement | null }) => {
  const store = useDashboardStore()
  const can = useLayout((layout) => resizable(layout, id).width)
  const canHeight = useLayout((layout) => resizable(layout, id).height)
  const isChosen = useDashboard((state) => state.selectedId === id)
  const [axis, setAxis] = useState<Axis | null>(null)
  const { meta } = useComponent(id) ?? {}
  const bounds = useLayout(useShallow((layout) => widthBounds(layout, id)))
  const latest = useRef<Size>({})
  if (!can && !canHeight) return null

  const drag = (way: Axis) => (event: PointerEvent<HTMLElement>) => {
    const box = element?.getBoundingClientRect()
    const row = element?.parentElement?.getBoundingClientRect()
    if (event.button !== 0 || !box || !row) return
    event.preventDefault()
    event.stopPropagation()
    const knob = event.currentTarget
    const from = { x: event.clientX, y: event.clientY }
    const { layout } = store.getState().history.present
    const gridPx = gridPxOf(row.width, capacity(layout, parentOf(layout, id)?.id ?? ''))
    knob.setPointerCapture(event.pointerId)
    store.getState().select(id)
    setAxis(way)
    latest.current = {}
    const move = (next: globalThis.PointerEvent) => {
      latest.current = {
        ...(way !== 'height' && { width: columnsFrom(box.width + next.clientX - from.x, gridPx) }),
        ...(way !== 'width' && { height: unitsFrom(box.height + next.clientY - from.y) }),
      }
      showSize(store, id, latest.current)
    }
    const end = (kept: boolean) => {
      knob.removeEventListener('pointermove', move)
      knob.removeEventListener('pointerup', keep)
      knob.removeEventListener('pointercancel', leave)
      document.removeEventListener('keydown', escape, true)
      setAxis(null)
      if (kept) resizePart(store, id, latest.current)
      else store.getState().set({ resizing: null })
    }
    const keep = () => end(true)
    const leave = () => end(false)
    const escape = (key: globalThis.KeyboardEvent) => {
      if (key.key !== 'Escape') return
      key.stopPropagation()
      leave()
    }
    knob.addEventListener('pointermove', move)
    knob.addEventListener('pointerup', keep)
    knob.addEventListener('pointercancel', leave)
    document.addEventListener('keydown', escape, true)
  }

  const step = (event: KeyboardEvent) => {
    const by: Record<string, Size> = {
      ArrowRight: { width: (meta?.width ?? 0) + 1 },
      ArrowLeft: { width: (meta?.width ?? 0) - 1 },
      ArrowDown: { height: (meta?.height ?? 0) + 1 },
      ArrowUp: { height: (meta?.height ?? 0) - 1 },
    }
    const size = by[event.key]
    if (!size) return
    event.preventDefault()
    event.stopPropagation()
    resizePart(store, id, size)
  }
  const widthSlider = {
    role: 'slider',
    tabIndex: isChosen ? 0 : -1,
    'aria-label': t('Width in columns'),
    'aria-valuenow': meta?.width ?? 0,
    'aria-valuemin': bounds.min,
    'aria-valuemax': bounds.max,
    onKeyDown: step,
  }
  const heightSlider = {
    role: 'slider',
    'aria-orientation': 'vertical' as const,
    tabIndex: isChosen ? 0 : -1,
    'aria-label': t('Height in units of 8 pixels'),
    'aria-valuenow': meta?.height ?? 0,
    'aria-valuemin': minHeight,
    'aria-valuemax': Math.max(maxSliderHeight, meta?.height ?? 0),
    onKeyDown: step,
  }
  return (
    <span className={cx(css['knobs'], (isChosen || axis) && css['shown'])} onClick={(event) => event.stopPropagation()}>
      {can && <span className={css['right']} data-knob="width" {...widthSlider} onPointerDown={drag('width')} />}
      {canHeight && <span className={css['bottom']} data-knob="height" {...heightSlider} onPointerDown={drag('height')} />}
      {can && canHeight && <span className={css['corner']} data-knob="both" aria-hidden onPointerDown={drag('both')} />}
      {(isChosen || axis) && (
        <SizeChip width={can ? (meta?.width ?? 0) : null} height={axis && axis !== 'width' ? (meta?.height ?? 0) : null} />
      )}
    </span>
  )
}

/** `7 of 12 columns`, with a tick for each column; the height while it changes. */
const SizeChip = ({ width, height }: { width: number | null; height: number | null }) => {
  if (width === null && height === null) return null
  return (
    <span className={css['chip']} role="status">
      {width !== null && (
        <>
          <span className={css['ticks']} aria-hidden>
            {Array.from({ length: columnCount }, (_, i) => (
              <i key={i} data-on={i < width} />
            ))}
          </span>
          {t('%(width)s of %(all)s columns', { width, all: columnCount })}
        </>
      )}
      {height !== null && <span>{t('%(height)s px high', { height: height * 8 })}</span>}
    </span>
  )
}
