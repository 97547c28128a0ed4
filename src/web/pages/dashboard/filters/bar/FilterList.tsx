import { ChevronDown, ChevronRight } from 'lucide-react'
import { useMemo, useState } from 'react'
import { withDividers } from '#core/filters/scope/dividers.ts'
import { splitByScope, tabOfFilter } from '#core/filters/scope/scope-tree.ts'
import { t } from '#core/i18n/t.ts'
import { lazyPart } from '../../../../lazy/lazy-part.tsx'
import { useDashboard } from '../../state/dashboard-context.ts'
import { filtersOf, openTabOf } from '../../state/derived.ts'
import { useList } from '../../state/use-list.ts'
import { FilterParts } from './FilterField.tsx'
import css from './FilterBar.module.css'

/** The filters that reach a chart on the open tabs, and the others. */
export const useFiltersByScope = () => {
  const items = useDashboard(filtersOf)
  const layout = useDashboard((state) => state.history.present.layout)
  const openTabs = useList((state) =>
    Object.values(state.history.present.layout).flatMap(({ id, type }) =>
      type === 'TABS' ? (openTabOf({ layout: state.history.present.layout, openTabs: state.openTabs }, id) ?? []) : [],
    ),
  )
  return useMemo(() => splitByScope(items, layout, openTabs), [items, layout, openTabs])
}

const TabFilters = lazyPart(async () => (await import('./TabFilters.tsx')).TabFilters)

export const FilterList = () => {
  const items = useDashboard(filtersOf)
  const { inScope, outOfScope } = useFiltersByScope()
  const [isOpen, setOpen] = useState(false)
  const wanted = useDashboard((state) => state.requestedFilter)
  const layout = useDashboard((state) => state.history.present.layout)
  /** Their sections follow the open tabs: filters of closed tabs are out of scope. */
  const tabs = [...new Set(inScope.flatMap((filter) => tabOfFilter(layout, filter) ?? []))]
  const ofTab = (tab: string | null) =>
    withDividers(
      items,
      inScope.filter((filter) => tabOfFilter(layout, filter) === tab),
    )
  if (!isOpen && outOfScope.some(({ id }) => id === wanted)) setOpen(true)
  return (
    <>
      <FilterParts items={ofTab(null)} />
      {tabs.map((tab) => (
        <TabFilters key={tab} tab={tab} items={ofTab(tab)} />
      ))}
      {outOfScope.length > 0 && (
        <section className={css['others']}>
          <button type="button" className={css['fold']} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? <ChevronDown aria-hidden /> : <ChevronRight aria-hidden />}
            {t('Filters out of scope (%s)', [outOfScope.length])}
          </button>
          {isOpen && <FilterParts items={withDividers(items, outOfScope)} />}
        </section>
      )}
    </>
  )
}
