import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { newOwnScope, readCrossScopes, writeCrossScopes, type CrossScopes } from '#core/filters/scope/cross-scopes.ts'
import { placedCharts } from '#core/filters/scope/scope.ts'
import { t } from '#core/i18n/t.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { IconButton } from '../../../ui/button/IconButton.tsx'
import { Picker } from '../../../ui/choice/Picker.tsx'
import { Field } from '../../../ui/text/Field.tsx'
import { untitled } from '../data/record.ts'
import { useDashboard, useProperties } from '../state/dashboard-context.ts'
import { nameOf } from '../state/draft.ts'
import { ScopeSheet } from '../filters/scope/ScopeSheet.tsx'
import css from '../filters/scope/ScopeSheet.module.css'
import { ScopeTree } from '../filters/scope/ScopeTree.tsx'

type Props = {
  /** The chart whose scope is shown first. */
  chartId?: number
  onClose: () => void
}

/** Which charts the items of other charts filter: for all charts, and for single ones that differ. */
export const ScopingSheet = ({ chartId, onClose }: Props) => {
  const layout = useDashboard(({ history }) => history.present.layout)
  const { dashboard_title, metadata } = useProperties()
  const [stored] = useState(() => readCrossScopes(layout, metadata))
  const [start] = useState<CrossScopes>(() =>
    chartId === undefined || stored.own[chartId] ? stored : { ...stored, own: { ...stored.own, [chartId]: newOwnScope(stored, chartId) } },
  )
  const [scopes, setScopes] = useState(start)
  /** A chart with a scope of its own, a new scope that has no chart yet, or null for all charts. */
  const [selected, setSelected] = useState<number | 'new' | null>(chartId ?? null)
  const [hasNew, setHasNew] = useState(false)
  const placed = placedCharts(layout)
  const charts = placed
    .filter((one, i) => placed.findIndex((other) => other.chartId === one.chartId) === i)
    .map((one) => ({ value: one.chartId, label: nameOf(layout, one.id) }))
  const own = charts.filter(({ value }) => scopes.own[value])
  const free = charts.filter(({ value }) => !scopes.own[value])

  const addNew = () => {
    setHasNew(true)
    setSelected('new')
  }
  const removeNew = () => {
    setHasNew(false)
    setSelected(null)
  }
  const add = (id: number) => {
    setHasNew(false)
    setScopes({ ...scopes, own: { ...scopes.own, [id]: newOwnScope(scopes, id) } })
    setSelected(id)
  }
  const remove = (id: number) => {
    const { [id]: _gone, ...rest } = scopes.own
    setScopes({ ...scopes, own: rest })
    setSelected(null)
  }
  return (
    <ScopeSheet
      title={t('Cross-filtering scoping')}
      description={t('Changed the scopes of cross-filters')}
      isChanged={JSON.stringify(scopes) !== JSON.stringify(stored)}
      isEdited={JSON.stringify(scopes) !== JSON.stringify(start)}
      withScopes={() => ({ ...metadata, ...writeCrossScopes(layout, metadata, scopes) })}
      onClose={onClose}
      list={
        <>
          <button type="button" className={css['item']} aria-pressed={selected === null} onClick={() => setSelected(null)}>
            {t('All charts/global scoping')}
          </button>
          {own.map(({ value, label }) => (
            <div key={value} className={css['own']}>
              <button type="button" className={css['item']} aria-pressed={selected === value} onClick={() => setSelected(value)}>
                {label}
              </button>
              <IconButton dense label={t('Remove “%(filter)s”', { filter: label })} icon={<Trash2 />} onClick={() => remove(value)} />
            </div>
          ))}
          {hasNew && (
            <div className={css['own']}>
              <button type="button" className={css['item']} aria-pressed={selected === 'new'} onClick={() => setSelected('new')}>
                {t('[new custom scoping]')}
              </button>
              <IconButton
                dense
                label={t('Remove “%(filter)s”', { filter: t('[new custom scoping]') })}
                icon={<Trash2 />}
                onClick={removeNew}
              />
            </div>
          )}
          <Button
            kind="quiet"
            dense
            className={css['add'] ?? ''}
            icon={<Plus />}
            focusableWhenDisabled
            disabled={hasNew || free.length === 0}
            title={free.length === 0 ? t('Every chart has a scope of its own') : undefined}
            onClick={addNew}
          >
            {t('Add custom scoping')}
          </Button>
        </>
      }
    >
      {selected === 'new' ? (
        <Field label={t('Chart')} hint={t('Choose the chart that gets a scope of its own.')}>
          <Picker label={t('Chart')} placeholder={t('Choose a chart')} value={null} options={free} onChange={add} />
        </Field>
      ) : (
        <>
          <p className={css['note']}>
            {selected === null
              ? t('What is selected in a chart filters the charts that are checked here.')
              : t('What is selected in this chart filters the charts that are checked here.')}
          </p>
          <ScopeTree
            key={selected}
            layout={layout}
            title={dashboard_title || untitled}
            scope={selected === null ? scopes.global : (scopes.own[selected] ?? scopes.global)}
            remarkOn={(id) => (id === selected ? { note: t('A chart does not filter itself'), disabled: true } : undefined)}
            onChange={(scope) =>
              setScopes(selected === null ? { ...scopes, global: scope } : { ...scopes, own: { ...scopes.own, [selected]: scope } })
            }
          />
        </>
      )}
    </ScopeSheet>
  )
}
