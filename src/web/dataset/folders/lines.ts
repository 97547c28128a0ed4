import { columnKind, type FieldKind } from '../../controls/field/kind.ts'
import type { ColumnDraft, MetricDraft } from '../draft.ts'
import { depthOf, type FolderDraft } from './folders.ts'

/** A column or metric that folders hold. */
export type Item = { uuid: string; name: string; note: string; kind: FieldKind }

/** A line of the editor: a folder, what follows in no folder, or a column or metric. */
export type Line =
  | { key: string; kind: 'folder'; folder: FolderDraft; depth: number; count: number; isOpen: boolean }
  | { key: 'rest'; kind: 'rest'; count: number }
  | { key: string; kind: 'item'; item: Item; depth: number; in: string | null }

export const itemsOf = (metrics: readonly MetricDraft[], columns: readonly ColumnDraft[]): Item[] => [
  ...metrics.map(({ uuid, metric_name, verbose_name }) => ({
    uuid,
    name: verbose_name || metric_name,
    note: verbose_name ? metric_name : '',
    kind: 'metric' as const,
  })),
  ...columns.map(({ uuid, column_name, verbose_name, is_dttm, type, expression }) => ({
    uuid,
    name: verbose_name || column_name,
    note: verbose_name ? column_name : '',
    kind: columnKind({ is_dttm, type, expression }),
  })),
]

type Shown = { folders: readonly FolderDraft[]; items: readonly Item[]; closed: ReadonlySet<string>; search: string }

/** What the editor shows, from top to bottom. A search shows what it finds, in open folders. */
export const linesOf = ({ folders, items, closed, search }: Shown): Line[] => {
  const text = search.trim().toLowerCase()
  const isFound = ({ name, note }: Item) => `${name} ${note}`.toLowerCase().includes(text)
  const known = new Map(items.map((item) => [item.uuid, item]))
  const placed = new Set(folders.flatMap((folder) => folder.items))
  const itemLine = (item: Item, depth: number, place: string | null): Line => ({ key: item.uuid, kind: 'item', item, depth, in: place })
  const below = (parent: string | null): Line[] =>
    folders
      .filter((folder) => folder.parent === parent)
      .flatMap((folder): Line[] => {
        const held = folder.items.flatMap((uuid) => known.get(uuid) ?? [])
        const depth = depthOf(folders, folder.uuid)
        const inner = [...held.filter(isFound).map((item) => itemLine(item, depth, folder.uuid)), ...below(folder.uuid)]
        if (text !== '' && inner.length === 0 && !folder.name.toLowerCase().includes(text)) return []
        const isOpen = text !== '' || !closed.has(folder.uuid)
        const head = { key: folder.uuid, kind: 'folder' as const, folder, depth: depth - 1, count: held.length, isOpen }
        return [head, ...(isOpen ? inner : [])]
      })
  const rest = items.filter(({ uuid }) => !placed.has(uuid))
  const found = rest.filter(isFound)
  return [
    ...below(null),
    ...(text === '' || found.length > 0 ? [{ key: 'rest' as const, kind: 'rest' as const, count: rest.length }] : []),
    ...found.map((item) => itemLine(item, 0, null)),
  ]
}
