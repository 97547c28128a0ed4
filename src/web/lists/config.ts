import type { QueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ListQ } from '#api/declare/q.ts'
import type { RouteOptions } from '#api/declare/route.ts'
import type { RouteQuery, Stars } from '../data/resources.ts'
import type { Notes } from '../ui/marks/NoteMarks.tsx'
import type { MenuEntry } from '../ui/overlay/Menu.tsx'
import type { Chosen, ListDefaults } from './page/list-state.ts'

export type ListRow = { id: number }

/** A filter chip: where its options come from, and the condition for a chosen value. */
export type ListFilter = {
  key: string
  label: string
  condition: (value: Chosen['value']) => NonNullable<ListQ['filters']>[number]
  /** Options, searched on the server. A filter without options is a switch. */
  options?: (text: string) => RouteQuery<Chosen[]>
  /** Hidden in narrow windows unless set. */
  isRare?: boolean
}

export type ListColumn<R> = {
  key: string
  head: string
  /** The `order_column` of the API; makes the column sortable. */
  sort?: string
  /** px; the name column takes the rest. */
  width?: number
  /** Hidden in windows up to this breakpoint. */
  hiddenOn?: 'phone' | 'tablet' | 'desktop'
  cell: (row: R) => ReactNode
}

export type ListCard = { lines: string[] }

/** Steps to the rows around the previewed one; null at an end of the list. */
export type PreviewPane = { onPrevious: (() => void) | null; onNext: (() => void) | null; onClose: () => void }

export type Removal = {
  one: (id: number) => Promise<unknown>
  many?: (ids: number[]) => Promise<unknown>
  restore?: (id: number) => Promise<unknown>
}

/** Configuration of a list page. */
export type ListConfig<R extends ListRow> = {
  /** Names the list: under it the browser keeps column widths and the chosen view. */
  id: string
  title: string
  /** The noun for a sentence: `chart`, `charts`. */
  noun: (count: number) => string
  list: (q: Omit<ListQ, 'columns'>) => RouteQuery<{ count: number; result: R[] }>
  /** Invalidates what shows the listed objects. */
  refresh: (client: QueryClient) => Promise<void>
  /** The total, regardless of filters. */
  count: () => RouteQuery<number>
  search: { col: string; opr: string; label: string }
  filters: ListFilter[]
  sorts: { key: string; label: string; direction: 'asc' | 'desc' }[]
  defaults: ListDefaults
  name: (row: R) => string
  /** Header of the column of names. "Name" by default. */
  nameHead?: string
  /** Second line, below the name. */
  note?: (row: R) => string | null | undefined
  /** Certification and warning, beside the name. */
  marks?: (row: R) => Notes
  /** The page of a row, or what opens it here. */
  open: (row: R) => string | (() => void)
  /** A pane that shows a row beside the list, in place of opening it. */
  preview?: (row: R, pane: PreviewPane) => ReactNode
  icon: ReactNode
  thumbnail?: (row: R) => string | null | undefined
  shown: ListColumn<R>[]
  card?: (row: R) => ListCard
  /** `kind`: objects that other pages show, too. */
  stars?: { kind?: 'chart' | 'dashboard'; of: (ids: readonly number[]) => RouteQuery<Stars>; add: RouteOptions; remove: RouteOptions }
  canEdit: (row: R) => boolean
  /** Deletes each with its own request, or several with one; `restore` makes it undoable. */
  remove?: Removal & {
    /** Asks before a deletion that breaks other objects; false cancels. */
    confirm?: (rows: R[]) => Promise<boolean>
    failure: (name: string, reason: string) => string
  }
  entries: (row: R) => MenuEntry[]
  /** Bulk actions other than deleting. */
  bulk?: { key: string; label: string; icon: ReactNode; run: (rows: R[]) => void }[]
  /** Takes bundles of exported objects; none where the user may not write. */
  imports?: RouteOptions | false
  /** Buttons to the right of the title. */
  actions: ReactNode
  /** Empty state, shown when there are no objects at all. */
  empty: { title: string; text: string; action?: ReactNode }
}
