import { t } from '#core/i18n/t.ts'
import { legendSwatchAt } from '../../../frame/echarts/legend-swatch.ts'
import type { Mount } from '../state/mount.ts'

const watched = new WeakSet<Element>()

/** Opens the colour of a label whose swatch is pressed in the legend of a chart; the name beside it still shows and hides the series. */
export const watchLegends = ({ root, store, colors }: Mount) => {
  const page = root.current
  if (!page || watched.has(page)) return
  watched.add(page)

  /** The swatch under the pointer, if the page gave its label a colour. */
  const find = (event: MouseEvent) => {
    const target = event.target
    if (!(target instanceof HTMLCanvasElement)) return null
    const card = target.closest<HTMLElement>('[data-picture]')?.dataset['picture']
    const label = legendSwatchAt(target, event)?.trim()
    if (!card || label === undefined) return null
    return colors.groupsOf(card).some(({ labels }) => labels.includes(label)) ? { card, label } : null
  }

  page.addEventListener(
    'click',
    (event) => {
      const found = find(event)
      if (!found) return
      event.stopPropagation()
      store.getState().set({ dialog: 'colors', coloring: { ...found, x: event.clientX, y: event.clientY } })
    },
    { capture: true },
  )
  page.addEventListener('pointermove', (event) => {
    if (!(event.target instanceof HTMLCanvasElement)) return
    const found = find(event)
    event.target.title = found ? t('Change the color of “%(label)s”', { label: found.label }) : ''
  })
}
