import type { RefObject } from 'react'
import { rootId } from '#core/layout/component.ts'
import { subtree } from '#core/layout/tree.ts'
import { createLabelColors, type PageColors } from '../../../frame/picture/label-colors.ts'
import type { Coloring } from '../colors/coloring.ts'
import { createCards, type Cards } from './cards.ts'
import { createDashboard, type DashboardStore, type Opening } from './store.ts'

/** One mounted dashboard. A page can contain several, even the same one twice; they are independent. */
export type Mount = {
  store: DashboardStore
  cards: Cards
  colors: PageColors
  /** How the labels were coloured when it was opened. */
  coloring: Coloring
  /** Its outermost element; all DOM lookups are within it. */
  root: RefObject<HTMLDivElement | null>
  /** Prefix of its element ids, unique on the page. */
  id: string
}

/** Label colours: those saved with the dashboard; others are assigned in the order of the charts. */
const colorsOf = (store: DashboardStore, { labelColors, kept, schemeOf }: Coloring): PageColors => {
  const order = () => subtree(store.getState().history.present.layout, rootId).map(({ id }) => id)
  return createLabelColors({ pinned: labelColors, kept, schemeOf, order })
}

export const createMount = (opening: Opening, id = ''): Mount => {
  const { coloring } = opening
  const store = createDashboard(opening)
  return { store, cards: createCards(), colors: colorsOf(store, coloring), coloring, root: { current: null }, id }
}

/** The element of a component, if it is rendered. */
export const elementOf = ({ root }: Pick<Mount, 'root'>, id: string): HTMLElement | null =>
  root.current?.querySelector<HTMLElement>(`[data-component="${CSS.escape(id)}"]`) ?? null
