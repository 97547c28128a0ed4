import type { MouseEvent } from 'react'
import { t } from '#core/i18n/t.ts'
import { legendSwatchAt } from '../../../frame/echarts/legend-swatch.ts'
import type { Mount } from '../state/mount.ts'

/** Open the colour of a label whose swatch is pressed in the legend of a chart; the name beside it still shows and hides the series. */
export const legendHandlers = ({ store, colors }: Mount) => {
  /** The swatch under the pointer, if the page gave its label a colour. */
  const find = (canvas: HTMLCanvasElement, event: MouseEvent) => {
    const card = canvas.closest<HTMLElement>('[data-picture]')?.dataset['picture']
    const label = legendSwatchAt(canvas, event)?.trim()
    if (!card || label === undefined) return null
    return colors.groupsOf(card).some(({ labels }) => labels.includes(label)) ? { card, label } : null
  }
  return {
    onClickCapture: (event: MouseEvent) => {
      const found = event.target instanceof HTMLCanvasElement && find(event.target, event)
      if (!found) return
      event.stopPropagation()
      store.getState().set({ dialog: 'colors', coloring: { ...found, x: event.clientX, y: event.clientY } })
    },
    onPointerMove: (event: MouseEvent) => {
      if (!(event.target instanceof HTMLCanvasElement)) return
      const found = find(event.target, event)
      event.target.title = found ? t('Change the color of “%(label)s”', { label: found.label }) : ''
    },
  }
}
