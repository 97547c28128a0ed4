import { isTooltipLoaded, loadTooltip } from './load-echarts.ts'

type Point = { x: number; y: number }

/** How somebody points at a chart; it lasts while the chart is redrawn. */
export type Hover = {
  /** Whether the chart was pointed at before. */
  isKnown: boolean
  /** Where the pointer is, in px of the chart; null: elsewhere. */
  pointer: Point | null
  /** Whether the pointer waits for the tooltip's code. */
  isWaiting: boolean
  /** Whether the chart is still being drawn: its marks may not have reached the pointer yet. */
  isDrawing: boolean
}

export const noHover = (): Hover => ({ isKnown: false, pointer: null, isWaiting: false, isDrawing: false })

/** Shows the tooltip of what now lies under a resting pointer: while the chart was drawn, ECharts found nothing there. */
export const showWhenDrawn = (hover: Hover, showAt: (place: Point) => void) => {
  if (!hover.isDrawing) return
  hover.isDrawing = false
  if (hover.pointer && !hover.isWaiting) showAt(hover.pointer)
}

type Options = {
  hover: { readonly current: Hover }
  /** Adds the tooltip to the chart. */
  add(): void
  showAt(place: Point): void
}

/** Adds the tooltip of a chart when somebody points at it first, which may load its code. Returns what takes the listeners away. */
export const offerTooltip = (element: HTMLElement, { hover: { current: hover }, add, showAt }: Options): (() => void) => {
  let isOver = false
  const offer = () => {
    if (isOver) return
    add()
    // The pointer may rest already; ECharts looks only when it moves.
    if (hover.isWaiting && hover.pointer) showAt(hover.pointer)
    hover.isWaiting = false
  }
  const enter = () => {
    hover.isKnown = true
    if (isTooltipLoaded()) return offer()
    hover.isWaiting = true
    // A chart can be read without its tooltip; the next time it is pointed at tries again.
    loadTooltip().then(offer, () => undefined)
  }
  const move = ({ offsetX, offsetY }: PointerEvent) => {
    hover.pointer = { x: offsetX, y: offsetY }
  }
  const leave = () => {
    hover.pointer = null
  }
  if (hover.isKnown) enter()
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
