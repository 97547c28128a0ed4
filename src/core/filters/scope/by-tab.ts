import { asList, asRecord } from '../../query/read.ts'

type Entry = Record<string, unknown>

/** The stored native filters of a dashboard by the tabs that a save found them to reach; `all` are those of every tab and of none. */
export const filtersByTab = (configuration: unknown): Record<string, Entry[]> => {
  const placed = asList(configuration)
    .map(asRecord)
    .flatMap((entry) => [...asList(entry['tabsInScope']).map(String), 'all'].map((tab) => ({ tab, entry })))
  const byTab = Map.groupBy(placed, ({ tab }) => tab)
  return Object.fromEntries([...byTab].map(([tab, found]) => [tab, found.map(({ entry }) => entry)]))
}
