import type { ReactNode } from 'react'
import type { ListQ } from '#api/declare/q.ts'
import type { RouteOptions } from '#api/declare/route.ts'
import type { Question, Stars } from '../data/resources.ts'
import type { MenuEntry } from '../ui/overlay/Menu.tsx'
import type { Chosen, ListDefaults } from './page/list-state.ts'

export type ListRow = { id: number }

/** A filter chip: where its options come from, and the condition that a choice makes. */
export type ListFilter = {
  key: string
  label: string
  condition: (value: Chosen['value']) => NonNullable<ListQ['filters']>[number]
  /** Options with the text searched by the server. A filter without options is a switch. */
  options?: (text: string) => Question<Chosen[]>
  /** Kept out of sight on narrow windows until it is set. */
  rare?: boolean
}

export type ListColumn<R> = {
  key: string
  head: string
  /** The order column of the wire; given = the head sorts. */
  sort?: string
  /** px; the name takes the rest. */
  width?: number
  /** Windows too narrow for it. */
  hiddenOn?: 'phone' | 'tablet' | 'desktop'
  cell: (row: R) => ReactNode
}

export type ListCard = { lines: string[] }

/** Everything a list page is made of. */
export type ListConfig<R extends ListRow> = {
  /** The resource's wire name. */
  tag: 'chart' | 'dashboard' | 'dataset' | 'database'
  title: string
  /** What one is called in a sentence: `chart`. */
  noun: (count: number) => string
  list: (q: Omit<ListQ, 'columns'>) => Question<{ count: number; result: R[] }>
  /** How many there are, whatever is searched. */
  count: () => Question<number>
  search: { col: string; opr: string; label: string }
  filters: ListFilter[]
  sorts: { key: string; label: string; direction: 'asc' | 'desc' }[]
  defaults: ListDefaults
  name: (row: R) => string
  /** Second line under the name. */
  note?: (row: R) => string | null | undefined
  open: (row: R) => string
  icon: ReactNode
  thumbnail?: (row: R) => string | null | undefined
  shown: ListColumn<R>[]
  card?: (row: R) => ListCard
  /** Favourites exist for charts and dashboards. */
  stars?: { of: (ids: readonly number[]) => Question<Stars>; add: RouteOptions; remove: RouteOptions }
  mayEdit: (row: R) => boolean
  /** Deleting: one call each or one for many; `restore` makes it undoable. */
  remove?: {
    one: RouteOptions
    many?: RouteOptions
    restore?: RouteOptions
    /** Asked before; false keeps. Given where a deletion breaks other things. */
    confirm?: (rows: R[]) => Promise<boolean>
    failure: (name: string, reason: string) => string
  }
  entries: (row: R) => MenuEntry[]
  /** What can be done with all that is selected, beside deleting. */
  bulk?: { key: string; label: string; icon: ReactNode; run: (rows: R[]) => void }[]
  /** Buttons at the right of the title. */
  actions: ReactNode
  /** Shown when there is nothing at all. */
  empty: { title: string; text: string; action?: ReactNode }
}
