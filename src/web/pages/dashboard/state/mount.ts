import type { RefObject } from 'react'
import { readLabelColors } from '#core/color/label-colors.ts'
import { rootId } from '#core/layout/component.ts'
import { subtree } from '#core/layout/tree.ts'
import { createLabelColors, type PageColors } from '../../../frame/picture/label-colors.ts'
import { createCards, type Cards } from './cards.ts'
import { createDashboard, type DashboardStore, type Opening } from './store.ts'

/** One mounted dashboard. A page can contain several, even the same one twice; they are independent. */
export type Mount = {
  store: DashboardStore
  cards: Cards
  colors: PageColors
  /** Its outermost element; all DOM lookups are within it. */
  root: RefObject<HTMLDivElement | null>
  /** Prefix of its element ids, unique on the page. */
  id: string
}

/** Label colours: those saved with the dashboard; others are assigned in the order of the charts. */
const colorsOf = (store: DashboardStore): PageColors => {
  const { properties } = store.getState().history.present
  const order = () => subtree(store.getState().history.present.layout, rootId).map(({ id }) => id)
  return createLabelColors({ pinned: readLabelColors(properties.metadata), order })
}

export const createMount = (opening: Opening, id = ''): Mount => {
  const store = createDashboard(opening)
  return { store, cards: createCards(), colors: colorsOf(store), root: { current: null }, id }
}

/** The element of a component, if it is rendered. */
export const elementOf = ({ root }: Pick<Mount, 'root'>, id: string): HTMLElement | null =>
  root.current?.querySelector<HTMLElement>(`[data-component="${CSS.escape(id)}"]`) ?? null
