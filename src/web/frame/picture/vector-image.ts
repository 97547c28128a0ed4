import type { EChartsOption } from 'echarts'
import { getInstanceByDom } from 'echarts/core'
import { snapdom } from '@zumer/snapdom'
import { addNote, wrapNote } from '#charts/shared/svg/note.ts'
import { withoutForbidden } from '#charts/shared/text/html.ts'
import { t } from '#core/i18n/t.ts'
import { measure } from '../../ui/text/measure.ts'
import { backgroundBehind } from './background.ts'

/**
 * ECharts as one file of its own: the SVG renderer shares modules with the parts that every page loads first, which would grow by them.
 */
const loadWhole = () => import('echarts/dist/echarts.esm.min')

/**
 * What is drawn of an option. ECharts puts into it what the theme says of components that the page has not loaded: these are objects, where
 * each loaded one is a list.
 */
export const drawnParts = (option: EChartsOption, isComponent: (name: string) => boolean): EChartsOption =>
  Object.fromEntries(Object.entries(option).filter(([name, part]) => Array.isArray(part) || !isComponent(name)))

/** What an ECharts instance shows now, with its zoom and hidden series, drawn again as SVG. */
const redraw = async (element: HTMLElement): Promise<string | null> => {
  const shown = getInstanceByDom(element)
  if (!shown) return null
  const { tooltip: _tooltip, ...option } = shown.getOption() as EChartsOption
  const { init, ComponentModel } = await loadWhole()
  const copy = init(null, null, { renderer: 'svg', ssr: true, width: shown.getWidth(), height: shown.getHeight() })
  try {
    copy.setOption({ ...drawnParts(option, ComponentModel.hasClass), animation: false })
    return copy.renderToSVGString()
  } finally {
    copy.dispose()
  }
}

/** What the page says below the picture. */
const withNote = (svg: string, element: HTMLElement, { clientWidth: width, clientHeight: height }: Element): string => {
  const note = element.querySelector('[data-note]')
  return note ? addNote(svg, wrapNote(note.textContent, { width, t, measure }), { height, fill: getComputedStyle(note).color }) : svg
}

/** The picture of a chart as SVG: vectors where it is drawn by ECharts or as SVG; tables are HTML in an SVG. */
export const vectorImage = async (element: HTMLElement): Promise<Blob> => {
  const host = element.querySelector<HTMLElement>('[_echarts_instance_]')
  const drawn = element.querySelector('[role=img] > svg')
  const redrawn = host && (await redraw(host))
  const text =
    host && redrawn
      ? withNote(redrawn, element, host)
      : drawn
        ? new XMLSerializer().serializeToString(drawn)
        : decodeURIComponent((await snapdom(element, { embedFonts: true })).url.replace(/^[^,]*,/, ''))
  const filled = text.replace(/^<svg[^>]*>/, `$&<rect width="100%" height="100%" fill="${backgroundBehind(element)}"/>`)
  return new Blob([withoutForbidden(filled)], { type: 'image/svg+xml' })
}
