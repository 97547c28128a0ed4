type Item = { id: string; type: string; children?: string[]; parents?: string[]; meta?: { text?: string } }
type Tab = { value: string; title: string; parents: string[]; children: Tab[] }

/** The tabs of a layout as a tree and as titles by id. */
export const tabsOf = (positions: Record<string, unknown>): { all_tabs: Record<string, string>; tab_tree: Tab[] } => {
  const all: Record<string, string> = {}
  const itemAt = (id: string) => positions[id] as Item | undefined
  const below = (item: Item | undefined, seen: ReadonlySet<string>): Tab[] => {
    if (!item || seen.has(item.id)) return []
    const onward = new Set([...seen, item.id])
    if (item.type !== 'TAB') return (item.children ?? []).flatMap((id) => below(itemAt(id), onward))
    const title = item.meta?.text ?? ''
    all[item.id] = title
    return [
      { value: item.id, title, parents: item.parents ?? [], children: (item.children ?? []).flatMap((id) => below(itemAt(id), onward)) },
    ]
  }
  return { tab_tree: below(itemAt('ROOT_ID'), new Set()), all_tabs: all }
}
