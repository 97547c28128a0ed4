import { isSame } from '#core/filters/masks.ts'
import { writeFilters } from '#core/filters/settings/write-filters.ts'
import { isFilter, readFilters, type FilterItem } from '#core/filters/native-filter.ts'
import { repairedScope, tabsInScope } from '#core/filters/scope/scope-change.ts'
import { chartsInScope } from '#core/filters/scope/scope.ts'
import type { Layout } from '#core/layout/component.ts'

type Change = { modified: Record<string, unknown>[]; deleted: string[]; reordered: string[] }

/** What is saved of an item: texts without blanks around them, and the charts that its scope reaches now. */
const finished = (item: FilterItem, layout: Layout): FilterItem => {
  if (!isFilter(item)) return { ...item, title: item.title.trim(), description: item.description.trim() }
  const charts = chartsInScope(layout, item.scope)
  return {
    ...item,
    name: item.name.trim(),
    description: item.description.trim(),
    scope: repairedScope(layout, item.scope),
    chartsInScope: charts,
    tabsInScope: tabsInScope(layout, charts),
  }
}

/** `native_filter_configuration` with these items, and what is sent to bring it about. Entries that nobody changed are not touched. */
export const configChange = (
  items: readonly FilterItem[],
  configuration: unknown,
  layout: Layout,
): { configuration: Record<string, unknown>[]; change: Change } => {
  const stored = new Map(readFilters(configuration).map((item) => [item.id, item]))
  const isChanged = (item: FilterItem) => !isSame(item, stored.get(item.id))
  const next = writeFilters(
    items.map((item) => (isChanged(item) ? finished(item, layout) : item)),
    configuration,
  )
  const changed = new Set(items.filter(isChanged).map(({ id }) => id))
  const ids = items.map(({ id }) => id)
  return {
    configuration: next,
    change: {
      modified: next.filter(({ id }) => typeof id === 'string' && changed.delete(id)),
      deleted: [...stored.keys()].filter((id) => !ids.includes(id)),
      reordered: ids,
    },
  }
}
