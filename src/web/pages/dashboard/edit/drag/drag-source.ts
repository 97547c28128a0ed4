import type { Dragged } from '#core/layout/drag/drop-target.ts'
import type { DashboardStore } from '../../state/store.ts'

const key = Symbol('dashboard part')

export type DragSource = {
  dragged: Dragged
  name: string
  /** Runs before a new component is added; false if it cannot be. */ prepare?: () => boolean
}

type Wrapped = DragSource & { store: DashboardStore }

export const wrap = (source: DragSource, store: DashboardStore) => ({ [key]: { ...source, store } })

/** What is dragged, if it belongs to this dashboard; a page can contain several. */
export const unwrap = (data: Record<string | symbol, unknown>, store: DashboardStore): DragSource | null => {
  const source = data[key] as Wrapped | undefined
  return source?.store === store ? source : null
}
