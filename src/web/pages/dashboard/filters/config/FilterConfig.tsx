import { Plus } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { isFilter } from '#core/filters/native-filter.ts'
import { t } from '#core/i18n/t.ts'
import { errorText } from '../../../../data/call-error.ts'
import { Button } from '../../../../ui/button/Button.tsx'
import { EmptyState } from '../../../../ui/feedback/State.tsx'
import { Menu } from '../../../../ui/overlay/Menu.tsx'
import { Sheet } from '../../../../ui/overlay/Sheet.tsx'
import { useLeaveGuard } from '../../../../window/use-leave-guard.ts'
import { useDashboard, useDashboardStore } from '../../state/dashboard-context.ts'
import { filtersOf } from '../../state/derived.ts'
import { mayCancel } from '../scope/may-cancel.ts'
import { useFilterDatasets, usePlacedData } from './data/use-filter-datasets.ts'
import { useSaveFilters } from './data/use-save-filters.ts'
import { configFaults, firstBadItem } from './draft/config-faults.ts'
import {
  addItem,
  changedItems,
  changeItem,
  isConfigChanged,
  keptItems,
  openSection,
  removeItem,
  reorderItems,
  restoreItem,
  selectItem,
  startConfig,
} from './draft/config-state.ts'
import { commonDataset, newDivider, newFilter, withTab, withTimeColumn } from './draft/filter-settings.ts'
import css from './FilterConfig.module.css'
import { ItemList } from './ItemList.tsx'
import { DividerSettings } from './settings/DividerSettings.tsx'
import { FilterSettings } from './settings/FilterSettings.tsx'
import { useRemovals } from './use-removals.ts'

/** Adds and edits the filters and dividers of a dashboard: the list at the left, the settings of one beside it. */
export const FilterConfig = ({ onClose }: { onClose: () => void }) => {
  const store = useDashboardStore()
  const [stored] = useState(() => filtersOf(store.getState()))
  const charts = usePlacedData()
  const [state, setState] = useState(() => {
    const { newFilterTab } = store.getState()
    const start = startConfig(stored)
    return newFilterTab === null ? start : addItem(start, withTab(newFilter(charts, commonDataset(charts)), newFilterTab))
  })
  useEffect(() => store.getState().set({ newFilterTab: null }), [store])
  const [attempts, setAttempts] = useState(0)
  const [isBusy, setBusy] = useState(false)
  const [topFault, setTopFault] = useState<string | null>(null)
  const panel = useRef<HTMLDivElement>(null)
  const layout = useDashboard(({ history }) => history.present.layout)
  const datasets = useFilterDatasets(state.items, charts)
  const save = useSaveFilters()
  useRemovals(state.removed, setState)

  const faults = useMemo(
    () => configFaults(state, { layout, columnsOf: (id) => (datasets.isMissing(id) ? null : datasets.get(id)?.columns) }),
    [state, layout, datasets],
  )
  const changed = useMemo(() => changedItems(state, stored), [state, stored])
  const isChanged = isConfigChanged(state, stored)
  useLeaveGuard(isChanged, (from, to) => from.pathname !== to.pathname, { isForm: true })
  useEffect(() => {
    if (attempts === 0) return
    const bad = panel.current?.querySelector<HTMLElement>('[aria-invalid=true], [data-invalid=true]')
    const field = bad?.matches('[data-invalid]') ? bad.querySelector<HTMLElement>('input, button') : bad
    field?.focus()
  }, [attempts])

  /** A new item is not called bad before somebody tried to save it. */
  const shownFaults = (id: string) => (attempts > 0 || stored.some((item) => item.id === id) ? (faults[id] ?? []) : [])

  const cancel = async () => {
    if (await mayCancel(isChanged)) onClose()
  }
  const submit = async () => {
    const bad = firstBadItem(faults, changed)
    if (bad !== undefined) {
      setState((now) => selectItem(now, bad))
      return setAttempts((count) => count + 1)
    }
    setBusy(true)
    setTopFault(null)
    try {
      const items = keptItems(state)
      await save(
        items.map((item) =>
          isFilter(item) && changed.includes(item.id) ? withTimeColumn(item, items, datasets.get(item.targets[0]?.datasetId)) : item,
        ),
      )
      onClose()
    } catch (error) {
      setTopFault(errorText(error) || t('Sorry, an unknown error occurred'))
      setBusy(false)
    }
  }

  const selected = state.items.find(({ id }) => id === state.selected)
  return (
    <Sheet
      open
      bare
      width={800}
      title={t('Add and edit filters')}
      onClose={() => void cancel()}
      footer={
        <>
          <Button kind="quiet" onClick={() => void cancel()}>
            {t('Cancel')}
          </Button>
          <Button kind="primary" busy={isBusy} disabled={!isChanged} onClick={() => void submit()}>
            {t('Save')}
          </Button>
        </>
      }
    >
      <div className={css['panes']}>
        <div className={css['list']}>
          <Menu
            label={t('Add filters and dividers')}
            entries={[
              {
                key: 'filter',
                label: t('Filter'),
                onSelect: () => setState((now) => addItem(now, newFilter(charts, commonDataset(charts)))),
              },
              { key: 'divider', label: t('Divider'), onSelect: () => setState((now) => addItem(now, newDivider())) },
            ]}
          >
            <Button dense icon={<Plus />}>
              {t('Add filters and dividers')}
            </Button>
          </Menu>
          <ItemList
            state={state}
            changed={changed}
            faultsOf={shownFaults}
            onSelect={(id) => setState((now) => selectItem(now, id))}
            onReorder={(ids) => setState((now) => reorderItems(now, ids))}
            onRemove={(id) => setState((now) => removeItem(now, id))}
            onRestore={(id) => setState((now) => restoreItem(now, id))}
          />
        </div>
        <div ref={panel} className={css['panel']}>
          {topFault !== null && (
            <p className={css['fault']} role="alert">
              {topFault}
            </p>
          )}
          {!selected ? (
            <EmptyState
              title={t('No filters are currently added to this dashboard.')}
              text={t('A filter narrows the data of several charts at once.')}
            />
          ) : state.removed[selected.id] ? (
            <EmptyState
              title={t('You have removed this filter.')}
              actions={<Button onClick={() => setState((now) => restoreItem(now, selected.id))}>{t('Restore Filter')}</Button>}
            />
          ) : isFilter(selected) ? (
            <FilterSettings
              key={selected.id}
              filter={selected}
              items={keptItems(state)}
              opened={state.opened[selected.id] ?? []}
              faults={shownFaults(selected.id)}
              attempts={attempts}
              datasets={datasets}
              charts={charts}
              onChange={(filter) => setState((now) => changeItem(now, filter))}
              onSection={(section, isOpen) => setState((now) => openSection(now, selected.id, { section, isOpen }))}
            />
          ) : (
            <DividerSettings
              key={selected.id}
              divider={selected}
              faults={shownFaults(selected.id)}
              onChange={(divider) => setState((now) => changeItem(now, divider))}
            />
          )}
        </div>
      </div>
    </Sheet>
  )
}
