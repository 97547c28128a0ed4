import { Bookmark, ChevronDown } from 'lucide-react'
import { useRef, useState } from 'react'
import { chosenMasks } from '#core/filters/values/pending-masks.ts'
import { isActive } from '#core/filters/data-mask.ts'
import type { NativeFilter } from '#core/filters/native-filter.ts'
import { firstItems, withDividers } from '#core/filters/scope/dividers.ts'
import { t } from '#core/i18n/t.ts'
import { useSize } from '../../../../frame/use-size.ts'
import { lazyPart } from '../../../../lazy/lazy-part.tsx'
import { Button } from '../../../../ui/button/Button.tsx'
import { IconButton } from '../../../../ui/button/IconButton.tsx'
import { Popover } from '../../../../ui/overlay/Popover.tsx'
import { Tooltip } from '../../../../ui/overlay/Tooltip.tsx'
import { useDashboard } from '../../state/dashboard-context.ts'
import { filtersOf, hasFilters } from '../../state/derived.ts'
import { useList } from '../../state/use-list.ts'
import { BarFoot } from './foot/BarFoot.tsx'
import { BarMenu } from './BarMenu.tsx'
import { CrossFilters } from './CrossFilters.tsx'
import { useFilterSets } from '../sets/use-filter-sets.ts'
import { FilterPart, FilterParts } from './FilterField.tsx'
import { useFiltersByScope } from './FilterList.tsx'
import { NoFilters } from './NoFilters.tsx'
import css from './FilterBar.module.css'

const FilterSets = lazyPart(async () => (await import('../sets/FilterSets.tsx')).FilterSets)

/** px of a filter in the row with its gap, and of what is beside the filters. */
const fieldWidth = 232
const besideWidth = 440

/** The filters in a row above the charts; what does not fit, and what is out of scope, opens under "More filters". */
export const HorizontalBar = () => {
  const box = useRef<HTMLDivElement>(null)
  const width = useSize(box)?.width ?? 0
  const { inScope, outOfScope } = useFiltersByScope()
  const items = useDashboard(filtersOf)
  const hasAny = useDashboard(hasFilters)
  const fitting = Math.max(1, Math.floor((width - besideWidth) / fieldWidth))
  const row = firstItems(withDividers(items, inScope), fitting)
  const overflow = inScope.filter((filter) => !row.includes(filter))
  return (
    <aside ref={box} className={css['horizontal']} aria-label={t('Filters')}>
      <CrossFilters />
      {row.map((item) => (
        <div key={item.id} className={css['inRow']}>
          <FilterPart item={item} />
        </div>
      ))}
      {(overflow.length > 0 || outOfScope.length > 0) && <MoreFilters sections={[overflow, outOfScope]} />}
      {!hasAny && <NoFilters text={t('No filters are currently added to this dashboard.')} />}
      <div className={css['beside']}>
        {hasAny && <SetsButton />}
        {hasAny && <BarFoot isShort hidden={[...overflow, ...outOfScope]} />}
        <BarMenu />
      </div>
    </aside>
  )
}

/** The kept sets of values, as in the tab of the vertical bar. */
const SetsButton = () => {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [isOpen, setOpen] = useState(false)
  const { sets } = useFilterSets()
  const label = t('Filter sets (%s)', [sets.length])
  return (
    <>
      <IconButton ref={setAnchor} label={label} icon={<Bookmark />} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)} />
      <Popover
        open={isOpen}
        onClose={() => setOpen(false)}
        anchor={anchor}
        label={label}
        align="end"
        width={320}
        className={css['more'] ?? ''}
      >
        <FilterSets />
      </Popover>
    </>
  )
}

const MoreFilters = ({ sections }: { sections: readonly NativeFilter[][] }) => {
  const items = useDashboard(filtersOf)
  const filters = sections.flat()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [isOpen, setOpen] = useState(false)
  const wanted = useDashboard((state) => state.requestedFilter)
  if (wanted !== null && !isOpen && filters.some(({ id }) => id === wanted)) setOpen(true)
  const applied = useList((state) => filters.filter(({ id }) => isActive(chosenMasks(state.masks)[id] ?? {})))
  const names = applied.map(({ name }) => name).join(', ')
  return (
    <>
      <Tooltip text={applied.length > 0 ? t('Applied filters: %s', [names]) : t('No applied filters')}>
        <Button ref={setAnchor} kind="quiet" after={<ChevronDown aria-hidden />} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {t('More filters')}
          {applied.length > 0 && <span className={css['count']}>{applied.length}</span>}
        </Button>
      </Tooltip>
      <Popover
        open={isOpen}
        onClose={() => setOpen(false)}
        anchor={anchor}
        label={t('More filters')}
        align="end"
        width={320}
        className={css['more'] ?? ''}
      >
        {/* The first of them would open its list at once. */}
        <div className={css['inMore']} tabIndex={-1} data-autofocus>
          {sections.map((shown, i) => (
            <FilterParts key={i} items={withDividers(items, shown)} />
          ))}
        </div>
      </Popover>
    </>
  )
}
