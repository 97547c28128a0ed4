import { useRef } from 'react'
import type { KeyboardEvent, PointerEvent } from 'react'
import { t } from '#core/i18n/t.ts'
import { cx } from '../../ui/cx.ts'
import css from './Pills.module.css'

export type BoxSize = { width: number; height: number }

type Props = {
  box: HTMLElement
  /** The lower corner that is dragged. */
  corner: 'left' | 'right'
  onSize: (size: BoxSize) => void
}

/** px */
const minSize: BoxSize = { width: 320, height: 240 }
const stepPx = 16
const windowPaddingPx = 16

const withinWindow = ({ width, height }: BoxSize): BoxSize => ({
  width: Math.max(minSize.width, Math.min(width, window.innerWidth - windowPaddingPx)),
  height: Math.max(minSize.height, Math.min(height, window.innerHeight - windowPaddingPx)),
})

/** A corner that resizes its box: dragged, or moved by the arrow keys. */
export const ResizeHandle = ({ box, corner, onSize }: Props) => {
  const drag = useRef<{ x: number; y: number; size: BoxSize } | null>(null)
  const sizeNow = (): BoxSize => ({
    width: (box.closest<HTMLElement>('[role=dialog]') ?? box).offsetWidth,
    height: box.offsetHeight,
  })
  const outward = corner === 'left' ? -1 : 1
  const onPointerDown = (event: PointerEvent<HTMLButtonElement>) => {
    event.preventDefault()
    event.currentTarget.setPointerCapture(event.pointerId)
    drag.current = { x: event.clientX, y: event.clientY, size: sizeNow() }
  }
  const onPointerMove = (event: PointerEvent) => {
    if (!drag.current) return
    const { x, y, size } = drag.current
    onSize(withinWindow({ width: size.width + outward * (event.clientX - x), height: size.height + event.clientY - y }))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const steps: Record<string, [x: number, y: number]> = {
      ArrowLeft: [-stepPx * outward, 0],
      ArrowRight: [stepPx * outward, 0],
      ArrowUp: [0, -stepPx],
      ArrowDown: [0, stepPx],
    }
    const step = steps[event.key]
    if (!step) return
    event.preventDefault()
    const { width, height } = sizeNow()
    onSize(withinWindow({ width: width + step[0], height: height + step[1] }))
  }
  return (
    <button
      type="button"
      aria-label={t('Resize with the arrow keys')}
      className={cx(css['resize'], css[corner])}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={() => (drag.current = null)}
      onPointerCancel={() => (drag.current = null)}
      onKeyDown={onKeyDown}
    />
  )
}
