import { msg } from '#core/i18n/t.ts'
import { controlsOf } from '#core/filters/settings/filter-controls.ts'
import { filterFaults, type FaultSources, type FilterFault } from '#core/filters/settings/faults.ts'
import { isFilter, type FilterItem, type NativeFilter } from '#core/filters/native-filter.ts'
import { keptItems, type ConfigState } from './config-state.ts'
import { holdsSection } from './filter-settings.ts'

/** What is wrong with a setting, and whether it must be mended before a save. */
export type ConfigFault = Omit<FilterFault, 'field'> & { field: FilterFault['field'] | 'name' | 'preFilter' | 'default' }

const settingFaults = (filter: NativeFilter, opened: ConfigState['opened']): ConfigFault[] => {
  const isOpen = (section: 'preFilter' | 'default') => opened[filter.id]?.includes(section) === true && !holdsSection(filter, section)
  const { enableEmptyFilter, defaultToFirstItem } = controlsOf(filter)
  const needsDefault = (enableEmptyFilter && !defaultToFirstItem) || isOpen('default')
  return [
    ...(isOpen('preFilter') ? [{ field: 'preFilter' as const, message: msg('Pre-filter is required') }] : []),
    ...(needsDefault && !holdsSection(filter, 'default') ? [{ field: 'default' as const, message: msg('Default value is required') }] : []),
  ]
}

const nameFaults = (item: FilterItem): ConfigFault[] => {
  if (isFilter(item)) return item.name.trim() === '' ? [{ field: 'name', message: msg('Name is required') }] : []
  return item.title.trim() === '' ? [{ field: 'name', message: msg('Title is required') }] : []
}

/** What is wrong with each item that is kept, by its id, in the order of the form. */
export const configFaults = (state: ConfigState, sources: FaultSources): Record<string, ConfigFault[]> => {
  const items = keptItems(state)
  const stored = filterFaults(items, sources)
  return Object.fromEntries(
    items.flatMap((item) => {
      const own = isFilter(item) ? settingFaults(item, state.opened) : []
      const faults = [...nameFaults(item), ...(stored[item.id] ?? []), ...own]
      return faults.length > 0 ? [[item.id, faults]] : []
    }),
  )
}

/** The first of the changed items with a fault that must be mended: it keeps the form open. */
export const firstBadItem = (faults: Readonly<Record<string, ConfigFault[]>>, changed: readonly string[]): string | undefined =>
  changed.find((id) => faults[id]?.some(({ isWarning }) => !isWarning))
