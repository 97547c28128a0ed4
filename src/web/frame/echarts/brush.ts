import type { EChartsType } from 'echarts/core'
import type { TimeSpan } from './time-span.ts'

export type Brush = {
  chart: () => EChartsType | undefined
  onSpan: (span: TimeSpan | null) => void
  /** CSS class of the band that is drawn while dragging. */
  bandClass: string | undefined
}

const minDragPx = 6

const positionIn = (element: HTMLElement, { clientX, clientY }: MouseEvent): [number, number] => {
  const { left, top } = element.getBoundingClientRect()
  return [clientX - left, clientY - top]
}

type Box = { left: number; top: number; width: number; height: number }

const isBox = (grid: Partial<Record<keyof Box, unknown>> | undefined): grid is Box =>
  grid !== undefined && [grid.left, grid.top, grid.width, grid.height].every((side) => typeof side === 'number')

/** The plot area in px, which all our charts declare. */
const plotArea = (chart: EChartsType): Box | null => {
  const { grid } = chart.getOption() as { grid?: Partial<Record<keyof Box, unknown>>[] }
  const plot = grid?.[0]
  return isBox(plot) ? plot : null
}

/**
 * Dragging across a time axis selects a span, and a double click shows all. Touch scrolls the page instead. Returns a function that removes
 * the listeners.
 */
export const listenToBrush = (element: HTMLElement, { chart, onSpan, bandClass }: Brush): (() => void) => {
  let stop: (() => void) | null = null

  const startDrag = (down: PointerEvent) => {
    const drawn = chart()
    const [start, y] = positionIn(element, down)
    const plot = drawn && plotArea(drawn)
    if (down.pointerType === 'touch' || down.button !== 0 || !plot || !drawn.containPixel({ gridIndex: 0 }, [start, y])) return
    let end = start
    let band: HTMLElement | null = null
    const move = (event: PointerEvent) => {
      end = Math.min(plot.left + plot.width, Math.max(plot.left, positionIn(element, event)[0]))
      if (!band && Math.abs(end - start) < minDragPx) return
      band ??= element.appendChild(document.createElement('div'))
      band.className = bandClass ?? ''
      const { top, height } = plot
      const sides = { left: Math.min(start, end), width: Math.abs(end - start), top, height }
      for (const [side, px] of Object.entries(sides)) band.style.setProperty(side, `${px}px`)
    }
    const finish = () => {
      const isDrag = band !== null && Math.abs(end - start) >= minDragPx
      stop?.()
      if (!isDrag) return
      const [from = 0, to = 0] = [start, end].map((x) => Number(drawn.convertFromPixel({ xAxisIndex: 0 }, x))).toSorted((a, b) => a - b)
      onSpan([from, to])
    }
    const cancel = () => stop?.()
    const cancelByKey = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') cancel()
    }
    stop?.()
    stop = () => {
      stop = null
      band?.remove()
      window.removeEventListener('pointermove', move)
      window.removeEventListener('pointerup', finish)
      window.removeEventListener('pointercancel', cancel)
      window.removeEventListener('keydown', cancelByKey)
    }
    window.addEventListener('pointermove', move)
    window.addEventListener('pointerup', finish)
    window.addEventListener('pointercancel', cancel)
    window.addEventListener('keydown', cancelByKey)
  }
  const reset = (event: MouseEvent) => {
    if (chart()?.containPixel({ gridIndex: 0 }, positionIn(element, event))) onSpan(null)
  }
  element.addEventListener('pointerdown', startDrag)
  element.addEventListener('dblclick', reset)
  return () => {
    stop?.()
    element.removeEventListener('pointerdown', startDrag)
    element.removeEventListener('dblclick', reset)
  }
}
