import { useState } from 'react'
import { isFilter, type FilterItem, type NativeFilter } from '#core/filters/native-filter.ts'
import { t } from '#core/i18n/t.ts'
import { Tabs } from '../../../../../ui/choice/Tabs.tsx'
import type { FilterDatasets } from '../data/use-filter-datasets.ts'
import type { ConfigFault } from '../draft/config-faults.ts'
import type { Section } from '../draft/config-state.ts'
import { holdsSection, isOverTime, switchSection, withTimeColumn, type PlacedData } from '../draft/filter-settings.ts'
import { Basics } from './Basics.tsx'
import { ControlSettings } from './ControlSettings.tsx'
import { DefaultValue } from './DefaultValue.tsx'
import { Dependencies } from './Dependencies.tsx'
import { PreFilter } from './PreFilter.tsx'
import { ScopeSettings } from './ScopeSettings.tsx'
import { SortValues } from './SortValues.tsx'
import { TimeColumn } from './TimeColumn.tsx'
import css from './Settings.module.css'

export type FilterSettingsProps = {
  filter: NativeFilter
  /** All items that are kept. */
  items: readonly FilterItem[]
  /** Sections that were switched on and may hold nothing yet. */
  opened: readonly Section[]
  faults: ConfigFault[]
  /** How often a save was tried and something was wrong. */
  attempts: number
  datasets: FilterDatasets
  charts: readonly PlacedData[]
  onChange: (filter: NativeFilter) => void
  onSection: (section: Section, isOpen: boolean) => void
}

/** What the groups of settings are given: whether one is on, and how it is switched. */
export type SectionProps = FilterSettingsProps & {
  isOn: (section: Section) => boolean
  turn: (section: Section, on: boolean) => void
}

/** Everything about one filter. */
export const FilterSettings = (props: FilterSettingsProps) => {
  const { items, opened, attempts, datasets, onChange, onSection } = props
  const dataset = datasets.get(props.filter.targets[0]?.datasetId)
  const filter = withTimeColumn(props.filter, items, dataset)
  const [tab, setTab] = useState<'settings' | 'scoping'>('settings')
  // What keeps a filter from being saved is among the settings.
  const [seenAttempts, setSeenAttempts] = useState(attempts)
  if (attempts !== seenAttempts) {
    setSeenAttempts(attempts)
    setTab('settings')
  }
  const timeColumns = dataset?.columns.filter(({ is_dttm }) => is_dttm) ?? []
  const shared: SectionProps = {
    ...props,
    filter,
    isOn: (section) => opened.includes(section) || holdsSection(filter, section),
    turn: (section, on) => {
      onSection(section, on)
      onChange(switchSection(filter, section, on))
    },
  }
  const isOfValues = filter.filterType === 'filter_select' || filter.filterType === 'filter_range'
  const hasParents = items.some((item) => isFilter(item) && item.id !== filter.id)
  return (
    <>
      <Tabs
        label={t('Filter Configuration')}
        tabs={[
          { key: 'settings', label: t('Settings') },
          { key: 'scoping', label: t('Scoping') },
        ]}
        value={tab}
        onChange={setTab}
        className={css['tabs'] ?? ''}
      />
      {tab === 'scoping' ? (
        <ScopeSettings {...shared} />
      ) : (
        <div className={css['settings']}>
          <Basics {...shared} />
          {isOfValues && (hasParents || filter.cascadeParentIds.length > 0) && <Dependencies {...shared} />}
          {isOfValues && <PreFilter {...shared} />}
          {isOfValues && isOverTime(filter, items) && timeColumns.length > 0 && <TimeColumn {...shared} columns={timeColumns} />}
          {filter.filterType === 'filter_select' && <SortValues {...shared} />}
          {filter.filterType !== 'unknown' && <DefaultValue {...shared} />}
          <ControlSettings {...shared} />
        </div>
      )}
    </>
  )
}
