import type { TreeNode } from '../../ui/tree/checks.ts'
import { t } from '#core/i18n/t.ts'

/** A permission on a view, as roles hold them. */
export type Pair = { id: number; permission: string; view: string }

export type Shown = 'all' | 'held' | 'different'

type Selection = {
  /** Every word has to occur in the permission or its view. */
  text: string
  shown: Shown
  held: ReadonlySet<number>
  /** The pairs of the role that is compared with. */
  compared: { name: string; ids: ReadonlySet<number> } | null
}

/** `can_read on Chart` as words. */
const wordsOf = ({ permission, view }: Pair): string =>
  `${permission} ${permission.replaceAll('_', ' ')} ${view} ${view.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ')}`.toLowerCase()

export const selectPairs = (pairs: readonly Pair[], { text, shown, held, compared }: Selection): Pair[] => {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  return pairs.filter((pair) => {
    if (shown === 'held' && !held.has(pair.id)) return false
    if (shown === 'different' && (!compared || held.has(pair.id) === compared.ids.has(pair.id))) return false
    const known = wordsOf(pair)
    return words.every((word) => known.includes(word))
  })
}

const differenceOf = (id: number, { held, compared }: Pick<Selection, 'held' | 'compared'>): string | undefined => {
  if (!compared || held.has(id) === compared.ids.has(id)) return undefined
  return held.has(id) ? t('not in %(role)s', { role: compared.name }) : t('in %(role)s', { role: compared.name })
}

/** Pairs as a tree of views and their permissions, by name. */
export const pairTree = (pairs: readonly Pair[], marks: Pick<Selection, 'held' | 'compared'>): TreeNode[] =>
  [...Map.groupBy(pairs, ({ view }) => view)]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([view, own]) => ({
      key: `view ${view}`,
      label: view,
      note: t('%(held)s of %(all)s', { held: own.filter(({ id }) => marks.held.has(id)).length, all: own.length }),
      children: own
        .toSorted((a, b) => a.permission.localeCompare(b.permission))
        .map(({ id, permission }) => {
          const note = differenceOf(id, marks)
          return { key: String(id), label: permission.replaceAll('_', ' '), ...(note !== undefined && { note }) }
        }),
    }))
