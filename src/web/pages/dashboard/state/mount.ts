import type { RefObject } from 'react'
import { readLabelColors } from '#core/color/label-colors.ts'
import { rootId } from '#core/layout/component.ts'
import { subtree } from '#core/layout/tree.ts'
import { createLabelColors, type PageColors } from '../../../frame/picture/label-colors.ts'
import { createCards, type Cards } from './cards.ts'
import { createDashboard, type DashboardStore, type Opening } from './store.ts'

/** One dashboard on a page. Several may stand on one page, also the same one twice: none knows of the others. */
export type Mount = {
  store: DashboardStore
  cards: Cards
  colors: PageColors
  /** Its outermost element: nothing is looked for outside of it. */
  root: RefObject<HTMLDivElement | null>
  /** Begins the ids of its elements, which no other dashboard on the page has. */
  id: string
}

/** The colours of labels: those that the dashboard was saved with, and for others the first chart of the page decides. */
const colorsOf = (store: DashboardStore): PageColors => {
  const { properties } = store.getState().history.present
  const order = () => subtree(store.getState().history.present.layout, rootId).map(({ id }) => id)
  return createLabelColors({ pinned: readLabelColors(properties.metadata), order })
}

export const createMount = (opening: Opening, id = ''): Mount => {
  const store = createDashboard(opening)
  return { store, cards: createCards(), colors: colorsOf(store), root: { current: null }, id }
}

/** The element of a component, as far as it is drawn. */
export const elementOf = ({ root }: Pick<Mount, 'root'>, id: string): HTMLElement | null =>
  root.current?.querySelector<HTMLElement>(`[data-component="${CSS.escape(id)}"]`) ?? null
