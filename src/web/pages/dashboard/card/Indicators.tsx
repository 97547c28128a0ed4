import { Funnel, FunnelX } from 'lucide-react'
import { useState } from 'react'
import { writtenName } from '#charts/shared/text/written-name.ts'
import { isActive, isCrossFilter } from '#core/filters/data-mask.ts'
import type { Indicator } from '#core/filters/indicators.ts'
import { isFilter } from '#core/filters/native-filter.ts'
import { t } from '#core/i18n/t.ts'
import { cx } from '../../../ui/cx.ts'
import { Popover } from '../../../ui/overlay/Popover.tsx'
import { useDashboardStore } from '../state/dashboard-context.ts'
import { filtersOf, reachOfMasks } from '../state/derived.ts'
import { useList } from '../state/use-list.ts'
import css from './Card.module.css'

type Props = { chartId: number; indicators: Indicator[] }

/** The number of filters that apply to a card and of those that do not; on hover or click their names and values. */
export const Indicators = ({ chartId, indicators }: Props) => {
  const applied = indicators.filter(({ applies }) => applies)
  const refused = indicators.filter(({ applies }) => !applies)
  return (
    <>
      {applied.length > 0 && (
        <Count
          chartId={chartId}
          icon={<Funnel />}
          list={applied}
          label={t.plural(applied.length, '%(count)s filter applies', '%(count)s filters apply')}
        />
      )}
      {refused.length > 0 && (
        <Count
          chartId={chartId}
          icon={<FunnelX />}
          list={refused}
          isRefused
          label={t.plural(refused.length, '%(count)s filter does not apply', '%(count)s filters do not apply')}
        />
      )}
    </>
  )
}

type CountProps = Props & { icon: React.ReactNode; list: Indicator[]; label: string; isRefused?: boolean }

const Count = ({ chartId, icon, list, label, isRefused }: Omit<CountProps, 'indicators'>) => {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [isHovered, setHovered] = useState(false)
  const [isPinned, setPinned] = useState(false)
  const close = () => {
    setHovered(false)
    setPinned(false)
  }
  return (
    <>
      <button
        ref={setAnchor}
        type="button"
        className={cx(css['indicator'], isRefused && css['refused'])}
        aria-label={label}
        aria-expanded={isHovered || isPinned}
        onClick={() => (isPinned ? close() : setPinned(true))}
        onPointerEnter={(event) => event.pointerType === 'mouse' && setHovered(true)}
        onPointerLeave={(event) => event.pointerType === 'mouse' && setHovered(false)}
      >
        {icon}
        <span className="tabular">{list.length}</span>
      </button>
      <Popover
        key={String(isPinned)}
        open={isHovered || isPinned}
        onClose={close}
        anchor={anchor}
        label={label}
        align="end"
        takesFocus={isPinned}
        className={css['filters'] ?? ''}
      >
        <p className={css['filtersHead']}>{label}</p>
        <dl>
          {list.map(({ id, name, value }) => (
            <div key={id}>
              <dt>{isCrossFilter(id) ? name : <FilterLink id={id} name={name} onOpen={close} />}</dt>
              <dd>{writtenName(value, t)}</dd>
            </div>
          ))}
        </dl>
        <Unset chartId={chartId} onOpen={close} />
      </Popover>
    </>
  )
}

/** Leads to the filter in the bar. */
const FilterLink = ({ id, name, onOpen }: { id: string; name: string; onOpen: () => void }) => {
  const store = useDashboardStore()
  const open = () => {
    onOpen()
    store.getState().showFilterBar(true)
    store.getState().set({ requestedFilter: id })
  }
  return (
    <button type="button" className={css['filterLink']} onClick={open}>
      {name}
    </button>
  )
}

/** The filters in whose scope the card is, and that have no value. */
const Unset = ({ chartId, onOpen }: { chartId: number; onOpen: () => void }) => {
  const unset = useList((state) =>
    filtersOf(state)
      .filter(isFilter)
      .filter(({ id }) => !isActive(state.masks.applied[id] ?? {}) && reachOfMasks(state)(id).has(chartId)),
  )
  if (unset.length === 0) return null
  return (
    <>
      <p className={css['filtersHead']}>{t.plural(unset.length, '%(count)s filter is not set', '%(count)s filters are not set')}</p>
      <ul>
        {unset.map(({ id, name }) => (
          <li key={id}>
            <FilterLink id={id} name={name} onOpen={onOpen} />
          </li>
        ))}
      </ul>
    </>
  )
}
