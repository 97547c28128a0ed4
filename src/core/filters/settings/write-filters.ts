import { asList, asRecord } from '../../query/read.ts'
import { isSame } from '../masks.ts'
import { readFilterItem, type FilterItem } from '../native-filter.ts'

/** The fields of an item that differ from what its entry says. A type that is not known is not written. */
const changesOf = (item: FilterItem, entry: unknown): Record<string, unknown> => {
  const before = asRecord(readFilterItem(entry))
  return Object.fromEntries(
    Object.entries(item).filter(([key, value]) => !isSame(value, before[key]) && !(key === 'filterType' && value === 'unknown')),
  )
}

/**
 * `native_filter_configuration` with these items, in their order. Of an entry that was there only what changed is written, so that fields
 * and values which nobody understood here survive. Entries that could not be read stay, at the end; known ones that are not among the
 * items are gone.
 */
export const writeFilters = (items: readonly FilterItem[], configuration: unknown): Record<string, unknown>[] => {
  const entries = new Map<string, unknown>()
  const unread: unknown[] = []
  for (const entry of asList(configuration)) {
    const id = readFilterItem(entry)?.id
    if (id === undefined || entries.has(id)) unread.push(entry)
    else entries.set(id, entry)
  }
  const written = items.map((item) => {
    const entry = entries.get(item.id)
    return { ...asRecord(entry), ...changesOf(item, entry) }
  })
  return [...written, ...unread.map(asRecord)]
}
