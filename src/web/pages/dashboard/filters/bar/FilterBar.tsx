import { Funnel, PanelLeftClose, PanelLeftOpen } from 'lucide-react'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { isActive } from '#core/filters/data-mask.ts'
import { reconfigureMasks } from '#core/filters/values/reconfigure-masks.ts'
import { isFilter } from '#core/filters/native-filter.ts'
import { t } from '#core/i18n/t.ts'
import { Button } from '../../../../ui/button/Button.tsx'
import { IconButton } from '../../../../ui/button/IconButton.tsx'
import { useKeys } from '../../../../ui/keys/use-keys.ts'
import { Sheet } from '../../../../ui/overlay/Sheet.tsx'
import { ActiveFilters } from '../../head/filters/ActiveFilters.tsx'
import { useCards, useDashboard, useDashboardStore, useMount } from '../../state/dashboard-context.ts'
import { boxFiltersOf, filtersOf, hasFilters } from '../../state/derived.ts'
import { BarFoot } from './foot/BarFoot.tsx'
import { BarMenu } from './BarMenu.tsx'
import { BarTabs } from './BarTabs.tsx'
import { NoFilters } from './NoFilters.tsx'
import { CrossFilters } from './CrossFilters.tsx'
import { FilterKeeper } from './data/FilterKeeper.tsx'
import { filterOfferKey } from './data/use-filter-offer.ts'
import { HorizontalBar } from './HorizontalBar.tsx'
import css from './FilterBar.module.css'

/** Filter boxes have the same controls. */
export { MaskControl } from './controls/MaskControl.tsx'

/** Filters that hold a value now, cross-filters among them. */
const useActiveCount = () => useDashboard(({ masks }) => Object.values(masks.applied).filter(isActive).length)

/** After the charts were asked again, the filters are, too. */
const useRefreshedOffers = () => {
  const client = useQueryClient()
  const dashboardId = useDashboard((state) => state.serverFields.id)
  const isRefreshing = useCards(({ refreshing }) => refreshing !== null)
  const wasRefreshing = useRef(isRefreshing)
  useEffect(() => {
    if (wasRefreshing.current && !isRefreshing) void client.invalidateQueries({ queryKey: filterOfferKey(dashboardId) })
    wasRefreshing.current = isRefreshing
  }, [client, dashboardId, isRefreshing])
}

/** Filters that were reconfigured start with their default; those that are gone lose their mask. */
const useReconfiguredMasks = () => {
  const store = useDashboardStore()
  const items = useDashboard(filtersOf)
  const before = useRef(items)
  useEffect(() => {
    const last = before.current
    before.current = items
    if (last === items) return
    const boxFilters = boxFiltersOf(store.getState())
    /** Filter boxes keep their values, also where they become filters of the bar. */
    const withBoxes = (filters: typeof items) => [
      ...new Map([...boxFilters, ...filters.filter(isFilter)].map((one) => [one.id, one])).values(),
    ]
    store.getState().updateMasks((masks) => reconfigureMasks(masks, withBoxes(last), withBoxes(items)))
  }, [store, items])
}

type Props = {
  /** At the left of the charts, in a row above them, or behind a button where the window is narrow. */
  place: 'side' | 'row' | 'drawer'
  /** Its list is shown; else only what narrows the charts, and how many filters do. */
  isOpen: boolean
  isHidden: boolean
}

/** The filters of a dashboard: chosen here, in force once they are applied. */
export const FilterBar = ({ place, isOpen, isHidden }: Props) => {
  const items = useDashboard(filtersOf)
  useRefreshedOffers()
  useReconfiguredMasks()
  return (
    <>
      {items
        .filter(isFilter)
        .filter(({ requiredFirst, filterType }) =>
          filterType === 'filter_select' || filterType === 'filter_range' ? isOpen || requiredFirst : false,
        )
        .map((filter) => (
          <FilterKeeper key={filter.id} filter={filter} />
        ))}
      {!isHidden && (place === 'side' ? <SideBar isOpen={isOpen} /> : place === 'row' ? <HorizontalBar /> : <Drawer />)}
    </>
  )
}

const useFilterKey = (open: () => void) => {
  const { root } = useMount()
  useKeys([{ keys: 'F', label: t('Filters'), run: open }], root)
}

const SideBar = ({ isOpen }: { isOpen: boolean }) => {
  const store = useDashboardStore()
  const count = useActiveCount()
  const hasAny = useDashboard(hasFilters)
  const box = useRef<HTMLElement>(null)
  const setOpen = (isShown: boolean) => store.getState().showFilterBar(isShown)
  useFilterKey(() => {
    setOpen(true)
    requestAnimationFrame(() => box.current?.querySelector<HTMLElement>('[data-filter] input, [data-filter] button')?.focus())
  })
  if (!isOpen)
    return (
      <aside className={css['closed']} aria-label={t('Filters')}>
        <IconButton label={t('Show filters')} icon={<PanelLeftOpen />} onClick={() => setOpen(true)} />
        {count > 0 && (
          <span className={css['count']} title={t.plural(count, '%(count)s filter applies', '%(count)s filters apply')}>
            {count}
          </span>
        )}
      </aside>
    )
  return (
    <aside ref={box} className={css['bar']} aria-label={t('Filters')}>
      <header className={css['head']}>
        <h2>{t('Filters')}</h2>
        {count > 0 && <span className={css['count']}>{count}</span>}
        <span className={css['tools']}>
          <BarMenu />
          <IconButton label={t('Hide filters')} icon={<PanelLeftClose />} onClick={() => setOpen(false)} />
        </span>
      </header>
      <div className={css['list']} data-scroller>
        {hasAny ? (
          <BarTabs />
        ) : (
          <>
            <CrossFilters />
            <NoFilters text={t('No global filters are currently added')} />
          </>
        )}
      </div>
      {hasAny && <BarFoot />}
    </aside>
  )
}

/** On a narrow window: a button that opens the filters, and what is in force beside it. */
const Drawer = () => {
  const count = useActiveCount()
  const [isOpen, setOpen] = useState(false)
  const isWanted = useDashboard((state) => state.requestedFilter !== null)
  if (isWanted && !isOpen) setOpen(true)
  const close = () => setOpen(false)
  useFilterKey(() => setOpen(true))
  return (
    <div className={css['row']}>
      <Button icon={<Funnel />} after={count > 0 && <span className={css['count']}>{count}</span>} onClick={() => setOpen(true)}>
        {t('Filters')}
      </Button>
      <ActiveFilters />
      <Sheet open={isOpen} onClose={close} title={t('Filters')} footer={<BarFoot isPlain onApplied={close} />}>
        <div className={css['drawer']} tabIndex={-1} data-autofocus>
          <BarTabs />
        </div>
      </Sheet>
    </div>
  )
}
