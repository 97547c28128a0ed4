import { CircleAlert } from 'lucide-react'
import { useId, useMemo, useState } from 'react'
import type { DataMask, DataMasks } from '#core/filters/data-mask.ts'
import { isSame, withoutMask } from '#core/filters/masks.ts'
import { controlsOf } from '#core/filters/settings/filter-controls.ts'
import { setMask } from '#core/filters/values/pending-masks.ts'
import { heightPx } from '#core/layout/grid.ts'
import { asList } from '#core/query/read.ts'
import { t } from '#core/i18n/t.ts'
import { lazyPart } from '../../../lazy/lazy-part.tsx'
import { Button } from '../../../ui/button/Button.tsx'
import { EmptyState } from '../../../ui/feedback/State.tsx'
import cardCss from '../card/Card.module.css'
import type { CardChart } from '../data/record.ts'
import type { MaskControlProps } from '../filters/bar/controls/MaskControl.tsx'
import { Frame } from '../stage/Frame.tsx'
import { useSpan } from '../stage/use-span.ts'
import { boxFiltersOf } from '../state/derived.ts'
import { useComponent, useDashboard, useDashboardStore } from '../state/dashboard-context.ts'
import { useHost } from '../state/host.ts'
import { filtersOfBox } from './boxes.ts'
import css from './FilterBox.module.css'
import { startReview } from './review.ts'

/** From the file of the filter bar, which has it already. */
const MaskControl = lazyPart<MaskControlProps>(async () => (await import('../filters/bar/FilterBar.tsx')).MaskControl)

const isEmpty = (mask: DataMask | undefined) => asList(mask?.filterState?.value).length === 0

/** A filter box on a dashboard that is not migrated: its values filter the charts in its scope, at once or by Apply. */
export const FilterBox = ({ id, record }: { id: string; record: CardChart }) => {
  const store = useDashboardStore()
  const { setSearch } = useHost()
  const { meta } = useComponent(id) ?? {}
  const span = useSpan(id)
  const all = useDashboard(boxFiltersOf)
  const filters = useMemo(() => filtersOfBox(all, record.id), [all, record])
  const applied = useDashboard((state) => state.masks.applied)
  const canMigrate = useDashboard((state) => state.canEdit && !state.isEditing)
  const [waiting, setWaiting] = useState<DataMasks>({})
  const isInstant = record.form_data['instant_filtering'] === true
  const name = meta?.sliceNameOverride || record.slice_name
  const chosen = { ...applied, ...waiting }
  const missing = filters.filter((filter) => controlsOf(filter).enableEmptyFilter && isEmpty(chosen[filter.id]))

  const apply = (masks: DataMasks) => {
    store.getState().updateMasks((before) => Object.values(masks).reduce(setMask, before))
    setWaiting({})
  }
  const choose = (mask: DataMask) => {
    if (isInstant) return apply({ [mask.id]: mask })
    const isApplied = isSame(applied[mask.id]?.extraFormData ?? {}, mask.extraFormData ?? {})
    setWaiting(isApplied ? withoutMask(waiting, mask.id) : { ...waiting, [mask.id]: mask })
  }
  return (
    <Frame id={id} className={cardCss['card'] ?? ''} style={{ ...span, '--height': `${heightPx(meta?.height ?? 0)}px` } as object}>
      <article className={cardCss['inside']} aria-label={name}>
        <header className={cardCss['head']}>
          <div className={cardCss['words']}>
            <h3 className={cardCss['title']}>{name}</h3>
          </div>
          {canMigrate && (
            <Button kind="link" onClick={() => startReview(store, setSearch)}>
              {t('Replace by filters')}
            </Button>
          )}
        </header>
        {filters.length === 0 ? (
          <EmptyState icon={<CircleAlert />} title={t('Invalid filter configuration, please select a column')} />
        ) : (
          <div className={css['fields']}>
            {filters.map((filter) => (
              <Field
                key={filter.id}
                filter={filter}
                value={chosen[filter.id]?.filterState?.value}
                isInvalid={missing.includes(filter)}
                onMask={choose}
              />
            ))}
          </div>
        )}
        {!isInstant && filters.length > 0 && (
          <footer className={css['foot']}>
            <Button
              kind="primary"
              focusableWhenDisabled
              disabled={Object.keys(waiting).length === 0 || missing.length > 0}
              onClick={() => apply(waiting)}
            >
              {t('Apply')}
            </Button>
          </footer>
        )}
      </article>
    </Frame>
  )
}

const Field = ({ filter, value, isInvalid, onMask }: Omit<MaskControlProps, 'id'>) => {
  const id = useId()
  return (
    <div role="group" aria-label={filter.name} className={css['field']}>
      <label htmlFor={id} className={css['name']}>
        {filter.name}
      </label>
      <MaskControl filter={filter} id={id} isInvalid={isInvalid} value={value} onMask={onMask} />
      {isInvalid && <p className={css['note']}>{t('Filter value is required')}</p>}
    </div>
  )
}
