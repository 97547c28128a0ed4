import { escapeText } from '#charts/shared/text/html.ts'
import { readDisplayFlags } from '#core/filters/address/display-flags.ts'
import { gridId, rootId, type Component } from '#core/layout/component.ts'
import { childrenOf, parentOf, pathTo, topTabs } from '#core/layout/tree.ts'
import { capacity } from '#core/layout/width.ts'
import type { CardPicture } from '../../../render/cards/draw-cards.ts'
import { idMark } from '../../../render/cards/merge-themes.ts'
import { cardHeight, cardTexts, type Sidebar } from './measures.ts'
import type { OpeningState } from './state.ts'
import { formOnView, type DashboardView } from './view.ts'

export type Drawing = {
  view: DashboardView
  state: OpeningState
  search: URLSearchParams
  sidebar: Sidebar
  appName: string
  /** By the id of the component. */
  pictures: ReadonlyMap<string, CardPicture>
}

const div = (classes: string, content: string, style = ''): string =>
  `<div class="${classes}"${style && ` style="${escapeText(style)}"`}>${content}</div>`

/** The id of the element from which the card of the page takes its picture. */
const pictureId = (component: string) => `first-${component}`

const picture = (id: string, { svg, width, height }: CardPicture, index: number): string => {
  const sized = svg.replace('<svg', `<svg viewBox="0 0 ${width} ${height}"`)
  const inner = sized.replaceAll(idMark, `first${index}-`)
  return `<div class="first-picture" id="${escapeText(pictureId(id))}" aria-hidden="true">${inner}</div>`
}

const headerSizes: Record<string, string> = { SMALL_HEADER: 'small', LARGE_HEADER: 'large' }

/** The cards of the tabs that are open, in reading order. */
export const openCards = ({ layout }: DashboardView, { openTab }: Pick<OpeningState, 'openTab'>): Component[] => {
  const visit = (id: string): Component[] => {
    const component = layout[id]
    if (!component) return []
    if (component.type === 'CHART') return [component]
    const children = component.type === 'TABS' ? [openTab(id) ?? ''] : component.children
    return children.flatMap(visit)
  }
  return visit(rootId)
}

/** The page of a dashboard before its code runs: its frames, with the pictures that there are. */
export const dashboardMarkup = ({ view, state, search, sidebar, appName, pictures }: Drawing): string => {
  const { layout } = view
  const { hidesTopBar, hidesTitle, hidesTabs } = readDisplayFlags(search)
  const indexes = new Map([...pictures.keys()].map((id, i) => [id, i]))

  const span = ({ id, meta }: Component): string =>
    parentOf(layout, id)?.type === 'ROW' && meta.width !== undefined ? `grid-column:span ${meta.width};` : ''
  const height = (component: Component) => `--height:${cardHeight(component)}px`
  const white = ({ meta }: Component) => (meta.background === 'BACKGROUND_WHITE' ? ' white' : '')
  const all = (component: Component) => childrenOf(layout, component.id).map(draw).join('')

  const strip = (tabs: Component): string => {
    const open = state.openTab(tabs.id)
    const words = childrenOf(layout, tabs.id).map(({ id, meta }) =>
      div(id === open ? 'open' : '', escapeText(meta.text ?? meta.defaultText ?? '')),
    )
    return div('tabStrip', words.join(''))
  }

  const card = (component: Component): string => {
    const chart = view.charts.get(component.meta.chartId ?? 0)
    const style = span(component) + height(component)
    if (!chart?.chart) return div('card', '', style)
    const form = formOnView(view, chart, { masks: state.masksOnChart(chart.row.id), urlParams: state.urlParams })
    const { name, subtitle, isExpanded } = cardTexts(view, component, { ...chart, form })
    const words = div('name', escapeText(name)) + (subtitle && div(`subtitle${isExpanded ? ' expanded' : ''}`, escapeText(subtitle)))
    const drawn = pictures.get(component.id)
    const body = drawn ? picture(component.id, drawn, indexes.get(component.id) ?? 0) : ''
    return div(`card ${chart.chart.card ?? ''}`, div('cardHead', words) + div('body', body), style)
  }

  const draw = (component: Component): string => {
    const { id, type, meta } = component
    switch (type) {
      case 'CHART':
        return card(component)
      case 'MARKDOWN':
        return div('card', '', span(component) + height(component))
      case 'ROW':
        return div(`row${white(component)}`, all(component), `grid-template-columns:repeat(${capacity(layout, id)},minmax(0,1fr))`)
      case 'COLUMN':
        return div(`column${white(component)}`, all(component), span(component))
      case 'HEADER':
        return div(`header ${headerSizes[meta.headerSize ?? ''] ?? ''}${white(component)}`, escapeText(meta.text ?? ''))
      case 'DIVIDER':
        return div('divider', '<div></div>')
      case 'TABS':
        return div('tabs', strip(component) + openContent(id))
      default:
        return stack(component)
    }
  }

  const firstCard = openCards(view, state).find(({ id }) => pictures.has(id))
  const pathToFirst = new Set(firstCard ? pathTo(layout, firstCard.id) : [])

  /** What is below the first picture is painted one frame later, so that the picture need not wait for it. */
  const stack = ({ id }: Component): string => {
    const children = childrenOf(layout, id)
    const at = children.findIndex((child) => pathToFirst.has(child.id))
    const later = at < 0 ? [] : children.slice(at + 1)
    const first = children.slice(0, children.length - later.length)
    return div('stack', first.map(draw).join('') + (later.length ? div('stack later', later.map(draw).join('')) : ''))
  }

  const openContent = (tabs: string): string => {
    const open = layout[state.openTab(tabs) ?? '']
    return open ? draw(open) : ''
  }

  const tabs = topTabs(layout)
  const grid = layout[gridId]
  const content = tabs ? openContent(tabs.id) : grid ? draw(grid) : ''
  const titleRow = hidesTitle ? '' : div('titleRow', div('title', escapeText(view.title)))
  const headStrip = tabs && !hidesTabs ? strip(tabs) : ''
  const head = titleRow || headStrip ? div('head', titleRow + headStrip) : ''
  const filters = sidebar.place === 'row' || sidebar.place === 'drawer' ? div(`filters ${sidebar.place}`, '') : ''
  const side = sidebar.place === 'side' ? div(`side ${sidebar.isOpen ? '' : 'closed'}`, '') : ''
  const main = div('main', head + filters + div('scroller', div('stage', content)))
  return `<div id="first" aria-hidden="true">${hidesTopBar ? '' : div('bar', escapeText(appName))}${div('page', side + main)}</div>`
}
