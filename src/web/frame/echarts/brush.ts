import type { EChartsType } from 'echarts/core'
import { readSpan, type Span } from '#core/filters/values/time-brush.ts'
import { t } from '#core/i18n/t.ts'
import type { OnSpan, SpanAxis, SpanPhase } from './time-span.ts'

export type Brush = {
  chart: { readonly current: EChartsType | undefined }
  handlers: { readonly current: { onSpan?: OnSpan | undefined; chosenSpan?: unknown } }
  /** CSS class of the band that is drawn over a span. */
  bandClass: string | undefined
}

export type Listening = { show: (chosen: unknown) => void; stop: () => void }

const minDragPx = 6
/** A touch held this long starts a drag; one that moves earlier scrolls. */
const longPressMs = 350
const maxTouchDriftPx = 10
/** The least time between two reports of a dragged span. */
const minStepMs = 100
/** By how much of the axis a key moves a span or its end, and how much of it a new span takes. */
const keyStep = 0.02
const newSpan = 0.1

const positionIn = (element: HTMLElement, { clientX, clientY }: MouseEvent): [number, number] => {
  const { left, top } = element.getBoundingClientRect()
  return [clientX - left, clientY - top]
}

type Box = { left: number; top: number; width: number; height: number }
type Ends = [start: number, end: number]

const isBox = (grid: Partial<Record<keyof Box, unknown>> | undefined): grid is Box =>
  grid !== undefined && [grid.left, grid.top, grid.width, grid.height].every((side) => typeof side === 'number')

const ariaTexts = {
  time: () => t('Arrow keys select a time range, Shift changes its end, Escape clears it.'),
  number: () => t('Arrow keys select a range, Shift changes its end, Escape clears it.'),
}

const kindOf = (drawn: EChartsType): SpanAxis['kind'] => {
  const { xAxis } = drawn.getOption() as { xAxis?: { type?: string }[] }
  return xAxis?.[0]?.type === 'time' ? 'time' : 'number'
}

/** The plot area in px, which all our charts declare. */
const plotArea = (chart: EChartsType | undefined): Box | null => {
  const { grid } = (chart?.getOption() ?? {}) as { grid?: Partial<Record<keyof Box, unknown>>[] }
  const plot = grid?.[0]
  return isBox(plot) ? plot : null
}

/**
 * Dragging across an axis of times or numbers selects a span, by touch after a long press, by keyboard with the arrow keys. A double click or Escape shows
 * all. Touch scrolls the page otherwise.
 */
export const listenToBrush = (element: HTMLElement, { chart: drawing, handlers, bandClass }: Brush): Listening => {
  const chart = () => drawing.current
  /** A chart that zooms in does so once the drag ends. */
  const onSpan = (span: Span | null, phase: SpanPhase) => {
    const drawn = chart()
    const axis = drawn && axisOf(drawn)
    if (axis && (phase === 'chosen' || handlers.current.chosenSpan !== undefined)) handlers.current.onSpan?.(span, phase, axis)
  }
  let endDrag: (() => void) | null = null
  let chosen: Span | null = null
  let band: HTMLElement | null = null
  let followed: EChartsType | undefined
  let waiting = 0

  const hideBand = () => {
    band?.remove()
    band = null
  }
  const drawBand = ([start, end]: Ends, { left, top, width, height }: Box) => {
    const [from = 0, to = 0] = [start, end].map((x) => Math.min(left + width, Math.max(left, x))).toSorted((a, b) => a - b)
    if (!band) {
      band = element.appendChild(document.createElement('div'))
      band.className = bandClass ?? ''
    }
    for (const [side, px] of Object.entries({ left: from, width: to - from, top, height })) band.style.setProperty(side, `${px}px`)
  }
  const spanAt = (drawn: EChartsType, ends: Ends): Span => {
    const [from = 0, to = 0] = ends.map((x) => Number(drawn.convertFromPixel({ xAxisIndex: 0 }, x))).toSorted((a, b) => a - b)
    return [from, to]
  }
  const axisOf = (drawn: EChartsType): SpanAxis | null => {
    const plot = plotArea(drawn)
    return plot && { kind: kindOf(drawn), extent: spanAt(drawn, [plot.left, plot.left + plot.width]) }
  }
  const endsOf = (drawn: EChartsType, [from, to]: Span): Ends => [
    Number(drawn.convertToPixel({ xAxisIndex: 0 }, from)),
    Number(drawn.convertToPixel({ xAxisIndex: 0 }, to)),
  ]

  /** The band follows the axis whenever the chart is redrawn. */
  const drawChosen = () => {
    if (endDrag) return
    const drawn = chart()
    const plot = plotArea(drawn)
    if (!chosen || !drawn || !plot) return hideBand()
    const ends = endsOf(drawn, chosen)
    if (ends.every(Number.isFinite)) drawBand(ends, plot)
  }
  const show = (range: unknown) => {
    chosen = readSpan(range)
    const drawn = chart()
    if (range === undefined) element.removeAttribute('aria-description')
    else if (drawn) element.setAttribute('aria-description', ariaTexts[kindOf(drawn)]())
    cancelAnimationFrame(waiting)
    // The chart's code is still loading.
    if (chosen && !drawn) waiting = requestAnimationFrame(() => show(range))
    if (drawn && drawn !== followed) {
      followed = drawn
      drawn.on('finished', drawChosen)
      onSpan(chosen, 'ready')
    }
    drawChosen()
  }

  const startDrag = (down: PointerEvent) => {
    const drawn = chart()
    const [start, y] = positionIn(element, down)
    const plot = plotArea(drawn)
    if (down.button !== 0 || !drawn || !plot || !drawn.containPixel({ gridIndex: 0 }, [start, y])) return
    const isTouch = down.pointerType === 'touch'
    let isArmed = !isTouch
    let isDrag = false
    let end = start
    let reportedAt = 0
    const before = chosen
    const armed = isTouch
      ? setTimeout(() => {
          isArmed = true
          drawBand([start - 1, start + 1], plot)
        }, longPressMs)
      : undefined
    const move = (event: PointerEvent) => {
      const [x, nextY] = positionIn(element, event)
      if (!isArmed) {
        if (Math.hypot(x - start, nextY - y) > maxTouchDriftPx) endDrag?.()
        return
      }
      end = Math.min(plot.left + plot.width, Math.max(plot.left, x))
      if (!isDrag && Math.abs(end - start) < minDragPx) return
      isDrag = true
      drawBand([start, end], plot)
      if (event.timeStamp - reportedAt < minStepMs) return
      reportedAt = event.timeStamp
      onSpan(spanAt(drawn, [start, end]), 'dragged')
    }
    const finish = () => {
      const isChosen = isDrag && Math.abs(end - start) >= minDragPx
      endDrag?.()
      if (isChosen) onSpan(spanAt(drawn, [start, end]), 'chosen')
      else if (isDrag) onSpan(before, 'cancelled')
    }
    const cancel = () => {
      endDrag?.()
      if (isDrag) onSpan(before, 'cancelled')
    }
    const cancelByKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.stopPropagation()
      cancel()
    }
    const keepPage = (event: Event) => {
      if (!isTouch || !isArmed) return
      event.preventDefault()
      event.stopPropagation()
    }
    endDrag?.()
    const listening = new AbortController()
    const { signal } = listening
    endDrag = () => {
      endDrag = null
      clearTimeout(armed)
      listening.abort()
      drawChosen()
    }
    window.addEventListener('pointermove', move, { signal })
    window.addEventListener('pointerup', finish, { signal })
    window.addEventListener('pointercancel', cancel, { signal })
    window.addEventListener('keydown', cancelByKey, { signal, capture: true })
    element.addEventListener('touchmove', keepPage, { signal, passive: false })
    element.addEventListener('contextmenu', keepPage, { signal, capture: true })
  }

  const reset = (event: MouseEvent) => {
    if (chart()?.containPixel({ gridIndex: 0 }, positionIn(element, event))) onSpan(null, 'chosen')
  }

  const pressKey = (event: KeyboardEvent) => {
    const drawn = chart()
    const plot = plotArea(drawn)
    if (handlers.current.chosenSpan === undefined || !drawn || !plot || event.target !== element) return
    const direction = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (direction === undefined) {
      if (event.key !== 'Escape' || !chosen) return
      event.stopPropagation()
      return onSpan(null, 'chosen')
    }
    event.preventDefault()
    const [least, most] = [plot.left, plot.left + plot.width]
    const fresh: Ends = direction > 0 ? [least, least + newSpan * plot.width] : [most - newSpan * plot.width, most]
    const step = direction * keyStep * plot.width
    const move = ([start, end]: Ends): Ends => {
      if (event.shiftKey) return [start, Math.min(most, Math.max(start + keyStep * plot.width, end + step))]
      const free = Math.min(most - end, Math.max(least - start, step))
      return [start + free, end + free]
    }
    onSpan(spanAt(drawn, chosen ? move(endsOf(drawn, chosen)) : fresh), 'chosen')
  }

  element.addEventListener('pointerdown', startDrag)
  element.addEventListener('dblclick', reset)
  element.addEventListener('keydown', pressKey)
  return {
    show,
    stop: () => {
      endDrag?.()
      cancelAnimationFrame(waiting)
      hideBand()
      if (followed && !followed.isDisposed()) followed.off('finished', drawChosen)
      element.removeAttribute('aria-description')
      element.removeEventListener('pointerdown', startDrag)
      element.removeEventListener('dblclick', reset)
      element.removeEventListener('keydown', pressKey)
    },
  }
}
