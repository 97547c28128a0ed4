import { isTooltipLoaded, loadTooltip } from './load-echarts.ts'

type Point = { x: number; y: number }

type Options = {
  /** Whether the chart was pointed at before. */
  hasHovered: { current: boolean }
  /** Adds the tooltip to the chart. */
  add(): void
  /** Shows it at a place of the chart, in px. */
  showAt(place: Point): void
}

/** Adds the tooltip of a chart when somebody points at it first, which may load its code. Returns what takes the listeners away. */
export const offerTooltip = (element: HTMLElement, { hasHovered, add, showAt }: Options): (() => void) => {
  let isOver = false
  let pointer: Point | undefined
  const addLate = () => {
    if (isOver) return
    add()
    // The pointer may rest already; ECharts looks only when it moves.
    if (pointer) showAt(pointer)
  }
  const enter = () => {
    hasHovered.current = true
    if (isTooltipLoaded()) add()
    // A chart can be read without its tooltip; the next time it is pointed at tries again.
    else loadTooltip().then(addLate, () => undefined)
  }
  const move = ({ offsetX, offsetY }: PointerEvent) => {
    pointer = { x: offsetX, y: offsetY }
  }
  const leave = () => {
    pointer = undefined
  }
  if (hasHovered.current) enter()
  element.addEventListener('pointerenter', enter)
  element.addEventListener('pointermove', move)
  element.addEventListener('pointerleave', leave)
  return () => {
    isOver = true
    element.removeEventListener('pointerenter', enter)
    element.removeEventListener('pointermove', move)
    element.removeEventListener('pointerleave', leave)
  }
}
