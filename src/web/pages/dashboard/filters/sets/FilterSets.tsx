import { Check, Ellipsis, Plus, TriangleAlert, Users } from 'lucide-react'
import { useState } from 'react'
import { describeMask } from '#core/filters/describe.ts'
import { isActive } from '#core/filters/data-mask.ts'
import { isFilter } from '#core/filters/native-filter.ts'
import {
  chooseFilterSet,
  filterSetFaults,
  isFilterSetOf,
  masksOfFilterSet,
  nameInSet,
  type FilterSet,
} from '#core/filters/sets/filter-set.ts'
import { chosenMasks } from '#core/filters/values/pending-masks.ts'
import { t } from '#core/i18n/t.ts'
import { errorText } from '../../../../data/call-error.ts'
import { useSession } from '../../../../data/session.ts'
import { Button } from '../../../../ui/button/Button.tsx'
import { IconButton } from '../../../../ui/button/IconButton.tsx'
import { say } from '../../../../ui/feedback/toast.ts'
import { useFocusReturn } from '../../../../ui/keys/use-focus-return.ts'
import { confirm } from '../../../../ui/overlay/confirm.ts'
import { Menu } from '../../../../ui/overlay/Menu.tsx'
import { useDashboard, useDashboardStore } from '../../state/dashboard-context.ts'
import { filtersOf } from '../../state/derived.ts'
import { FilterList } from '../bar/FilterList.tsx'
import { SetForm } from './SetForm.tsx'
import { useFilterSetCalls, useFilterSets } from './use-filter-sets.ts'
import css from './FilterSets.module.css'

/** Filter values under a name: chosen, created, changed and deleted here. */
export const FilterSets = () => {
  const store = useDashboardStore()
  const { isLoggedIn, viewing } = useSession()
  const { sets, error, retry } = useFilterSets()
  const [editing, setEditing] = useState<FilterSet | 'new' | null>(null)
  const { expectFocus, ref } = useFocusReturn()
  const endEditing = () => {
    expectFocus()
    setEditing(null)
  }
  if (editing !== null)
    return (
      <>
        <SetForm {...(editing !== 'new' && { set: editing })} sets={sets} onDone={endEditing} />
        <FilterList />
      </>
    )
  const choose = (set: FilterSet) =>
    store.getState().updateMasks((masks) => chooseFilterSet(masks, set, filtersOf(store.getState()).filter(isFilter)))
  return (
    <div className={css['sets']}>
      {isLoggedIn && !viewing && (
        <Button ref={ref} icon={<Plus />} onClick={() => setEditing('new')}>
          {t('Create new filter set')}
        </Button>
      )}
      {error !== null && (
        <p className={css['fault']} role="alert">
          {errorText(error)}
          <Button kind="link" onClick={retry}>
            {t('Try again')}
          </Button>
        </p>
      )}
      {sets.length > 0 && (
        <ul className={css['list']}>
          {sets.map((set) => (
            <SetRow
              key={set.id}
              set={set}
              onChoose={() => choose(set)}
              onEdit={() => {
                choose(set)
                setEditing(set)
              }}
            />
          ))}
        </ul>
      )}
      {sets.length === 0 && error === null && (
        <p className={css['note']}>{t('A filter set keeps the values of all filters under a name.')}</p>
      )}
    </div>
  )
}

const SetRow = ({ set, onChoose, onEdit }: { set: FilterSet; onChoose: () => void; onEdit: () => void }) => {
  const items = useDashboard(filtersOf)
  const filters = items.filter(isFilter)
  const isCurrent = useDashboard(({ masks }) => isFilterSetOf(set, chosenMasks(masks)))
  const canEdit = useDashboard((state) => state.canEdit)
  const { viewing } = useSession()
  const { update, remove } = useFilterSetCalls()
  const faults = filterSetFaults(set, filters)
  const attempt = (deed: Promise<void>) => deed.catch((error: unknown) => say(errorText(error), { kind: 'bad' }))
  const rebuild = () => attempt(update(set, { name: set.name, isShared: false }, masksOfFilterSet(set, filters)))
  const deleteSet = async () => {
    const isSure = await confirm({
      title: t('Delete “%(name)s”?', { name: set.name }),
      text: t('The filters that are in force stay.'),
      action: t('Delete'),
      danger: true,
    })
    if (isSure) await attempt(remove(set))
  }
  const isMine = !viewing && (set.ownerType === 'User' || canEdit)
  const shown = Object.values(set.dataMask).filter((mask) => isActive(mask) || faults[mask.id])
  return (
    <li className={css['set']} data-current={isCurrent}>
      <div className={css['head']}>
        <button type="button" className={css['name']} aria-pressed={isCurrent} onClick={onChoose}>
          {isCurrent && <Check aria-hidden />}
          <span>{set.name}</span>
        </button>
        {set.ownerType === 'Dashboard' && (
          <span className={css['sign']} role="img" aria-label={t('For everyone who sees this dashboard')}>
            <Users aria-hidden />
          </span>
        )}
        {isMine && (
          <Menu
            label={t('Actions on “%(name)s”', { name: set.name })}
            align="end"
            entries={[
              { key: 'edit', label: t('Edit'), onSelect: onEdit },
              {
                key: 'rebuild',
                label: t('Rebuild'),
                hint: t('Remove invalid filters'),
                disabled: Object.keys(faults).length === 0,
                onSelect: () => void rebuild(),
              },
              { key: 'delete', label: t('Delete'), danger: true, onSelect: () => void deleteSet() },
            ]}
          >
            <IconButton dense label={t('Actions on “%(name)s”', { name: set.name })} icon={<Ellipsis />} />
          </Menu>
        )}
      </div>
      <dl className={css['values']}>
        {shown.map((mask) => {
          const { name, value } = describeMask(mask, { filters: items, columnName: (column) => column })
          return (
            <div key={mask.id} data-invalid={faults[mask.id] !== undefined}>
              <dt>{faults[mask.id] === 'gone' ? nameInSet(set, mask.id) : name}</dt>
              <dd>{value}</dd>
              {faults[mask.id] && (
                <p className={css['warning']}>
                  <TriangleAlert aria-hidden />
                  {faults[mask.id] === 'changed'
                    ? t('Filter metadata changed in dashboard. It will not be applied.')
                    : t('The filter is no longer on the dashboard. It will not be applied.')}
                </p>
              )}
            </div>
          )
        })}
      </dl>
    </li>
  )
}
