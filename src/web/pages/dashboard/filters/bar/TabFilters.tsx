import type { FilterItem } from '#core/filters/native-filter.ts'
import { t } from '#core/i18n/t.ts'
import { useDashboard } from '../../state/dashboard-context.ts'
import { nameOf } from '../../state/draft.ts'
import { FilterParts } from './FilterField.tsx'
import css from './FilterBar.module.css'

/** The filters of one open tab, with their dividers. */
export const TabFilters = ({ tab, items }: { tab: string; items: readonly FilterItem[] }) => {
  const layout = useDashboard((state) => state.history.present.layout)
  const title = t('Filters of “%(name)s”', { name: nameOf(layout, tab) })
  return (
    <section className={css['ofTab']} aria-label={title}>
      <h3>{title}</h3>
      <FilterParts items={items} />
    </section>
  )
}
