import { useState } from 'react'
import { isFilter } from '#core/filters/native-filter.ts'
import { t } from '#core/i18n/t.ts'
import { lazyPart } from '../../../../lazy/lazy-part.tsx'
import { Tabs } from '../../../../ui/choice/Tabs.tsx'
import { useDashboard } from '../../state/dashboard-context.ts'
import { filtersOf } from '../../state/derived.ts'
import { useHost } from '../../state/host.ts'
import { useFilterSets } from '../sets/use-filter-sets.ts'
import { CrossFilters } from './CrossFilters.tsx'
import { FilterList } from './FilterList.tsx'
import css from './FilterBar.module.css'

const FilterSets = lazyPart(async () => (await import('../sets/FilterSets.tsx')).FilterSets)

/** All filters, or the sets of values that are kept for them. */
export const BarTabs = () => {
  const { search } = useHost()
  const [tab, setTab] = useState<'filters' | 'sets'>(search.has('filter_set') ? 'sets' : 'filters')
  const count = useDashboard((state) => filtersOf(state).filter(isFilter).length)
  const wanted = useDashboard((state) => state.requestedFilter)
  if (wanted !== null && tab === 'sets') setTab('filters')
  const { sets } = useFilterSets()
  return (
    <>
      <Tabs
        label={t('Filters')}
        tabs={[
          { key: 'filters', label: t('All filters (%s)', [count]) },
          { key: 'sets', label: t('Filter sets (%s)', [sets.length]) },
        ]}
        value={tab}
        onChange={setTab}
        className={css['tabs'] ?? ''}
      />
      {tab === 'sets' ? (
        <FilterSets />
      ) : (
        <>
          <CrossFilters />
          <FilterList />
        </>
      )}
    </>
  )
}
