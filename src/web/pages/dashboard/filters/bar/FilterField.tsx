import { Info, TriangleAlert } from 'lucide-react'
import { useEffect, useId, useMemo, useRef } from 'react'
import { controlsOf } from '#core/filters/settings/filter-controls.ts'
import { filterFaults } from '#core/filters/settings/faults.ts'
import { isWaitingForValues } from '#core/filters/masks.ts'
import { chosenMasks, missingFilters, reversedFilters } from '#core/filters/values/pending-masks.ts'
import { isFilter, type FilterDivider, type FilterItem, type NativeFilter } from '#core/filters/native-filter.ts'
import { asList } from '#core/query/read.ts'
import { t } from '#core/i18n/t.ts'
import { Tooltip } from '../../../../ui/overlay/Tooltip.tsx'
import { filtersOf } from '../../state/derived.ts'
import { useDashboard, useDashboardStore } from '../../state/dashboard-context.ts'
import { FilterControl } from './controls/FilterControl.tsx'
import { useFilterOffer } from './data/use-filter-offer.ts'
import { useFilterValue } from './data/use-filter-value.ts'
import { useHighlight } from './use-highlight.ts'
import css from './FilterBar.module.css'

/** A filter in the bar: its name, where it is, and its control. */
export const FilterField = ({ filter }: { filter: NativeFilter }) => {
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const store = useDashboardStore()
  const isMissing = useDashboard(({ masks }) => missingFilters(masks, [filter]).length > 0 && !isWaitingForValues(masks, [filter]))
  const isReversed = useDashboard(({ masks }) => reversedFilters(masks, [filter]).length > 0)
  const isPending = useDashboard(({ masks }) => filter.id in masks.pending)
  const isWanted = useDashboard((state) => state.requestedFilter === filter.id)
  const highlight = useHighlight(filter.id)
  const { value, choose } = useFilterValue(filter)
  const fault = useFault(filter)
  useEffect(() => {
    if (!isWanted || !box.current) return
    box.current.scrollIntoView({ block: 'nearest' })
    box.current.querySelector<HTMLElement>('input, button')?.focus()
    store.getState().set({ requestedFilter: null })
  }, [isWanted, store])
  const isRequired = controlsOf(filter).enableEmptyFilter
  return (
    <div
      ref={box}
      role="group"
      aria-label={filter.name}
      className={css['filter']}
      data-filter={filter.id}
      data-pending={isPending}
      {...highlight}
    >
      <div className={css['words']}>
        <label htmlFor={id} className={css['name']} title={filter.name}>
          {filter.name}
          {isRequired && (
            <span className={css['required']} aria-hidden>
              {' *'}
            </span>
          )}
        </label>
        {filter.description && (
          <Tooltip text={filter.description}>
            <span className={css['sign']} role="note" tabIndex={0} aria-label={filter.description}>
              <Info aria-hidden />
            </span>
          </Tooltip>
        )}
        {fault && (
          <Tooltip text={fault}>
            <span className={css['warning']} role="note" tabIndex={0} aria-label={fault}>
              <TriangleAlert aria-hidden />
            </span>
          </Tooltip>
        )}
        <State filter={filter} />
      </div>
      <FilterControl filter={filter} id={id} isInvalid={isMissing} value={value} onChoose={choose} />
      {isMissing && <p className={css['note']}>{t('Filter value is required')}</p>}
      {isReversed && <p className={css['note']}>{t('The smallest value is above the largest')}</p>}
    </div>
  )
}

const useFault = (filter: NativeFilter): string | null => {
  const filters = useDashboard(filtersOf)
  const layout = useDashboard(({ history }) => history.present.layout)
  return useMemo(() => {
    const [fault] = filterFaults(filters, { layout, columnsOf: () => undefined })[filter.id] ?? []
    return fault ? t(fault.message, fault.params) : null
  }, [filters, layout, filter])
}

/** `4 of 12`, `excludes`, `1.4 to 9.2`: at the right of the name. */
const State = ({ filter }: { filter: NativeFilter }) => {
  const chosen = useDashboard(({ masks }) => asList(chosenMasks(masks)[filter.id]?.filterState?.value).length)
  const { offer } = useFilterOffer(filter)
  const { inverseSelection, multiSelect } = controlsOf(filter)
  const text = () => {
    if (filter.filterType === 'filter_range' && offer?.bounds)
      return t('%(from)s to %(to)s', { from: offer.bounds[0].toLocaleString(t.locale), to: offer.bounds[1].toLocaleString(t.locale) })
    if (filter.filterType !== 'filter_select') return null
    if (inverseSelection) return t('excludes')
    if (!multiSelect || chosen === 0 || !offer?.isComplete) return null
    return t('%(chosen)s of %(all)s', { chosen, all: offer.options.length })
  }
  const words = text()
  return words && <span className={css['state']}>{words}</span>
}

const Divider = ({ divider }: { divider: FilterDivider }) => (
  <div className={css['divider']}>
    <h3>{divider.title}</h3>
    {divider.description && <p>{divider.description}</p>}
  </div>
)

export const FilterPart = ({ item }: { item: FilterItem }) => (isFilter(item) ? <FilterField filter={item} /> : <Divider divider={item} />)

export const FilterParts = ({ items }: { items: readonly FilterItem[] }) => items.map((item) => <FilterPart key={item.id} item={item} />)
