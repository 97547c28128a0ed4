import { asList, asRecord } from '../../query/read.ts'

type Entry = Record<string, unknown>

/** The stored native filters of a dashboard by the tabs that a save found them to reach; `all` are those of every tab and of none. */
export const filtersByTab = (configuration: unknown): Record<string, Entry[]> => {
  const byTab: Record<string, Entry[]> = {}
  for (const item of asList(configuration)) {
    const entry = asRecord(item)
    for (const tab of [...asList(entry['tabsInScope']).map(String), 'all']) (byTab[tab] ??= []).push(entry)
  }
  return byTab
}
