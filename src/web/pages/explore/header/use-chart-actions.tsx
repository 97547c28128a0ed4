import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { t } from '#core/i18n/t.ts'
import { draftKey } from '../../../data/resources.ts'
import { lazyDialog } from '../../../lazy/lazy-part.tsx'
import { loadedChart } from '../../../frame/chart-registry.ts'
import { printPage } from '../../../frame/print/print-page.ts'
import { useKeys } from '../../../ui/keys/use-keys.ts'
import { isQuery } from '../data/answer.ts'
import { useExplore, useExploreStore } from '../state/explore-context.ts'
import { nameChart } from '../state/name-chart.ts'
import { useRun } from '../state/run.ts'
import { countChanges } from '../state/use-changes.ts'
import { useSaving } from './use-saving.ts'

const SaveDialog = lazyDialog(async () => (await import('./SaveDialog.tsx')).SaveDialog)
const Properties = lazyDialog(async () => (await import('../../../lists/PropertiesSheet.tsx')).PropertiesSheet)

/** Actions on the chart, independent of the layout of the page. */
export type ChartActions = {
  /** The chart's name, or else a description of what it shows. */
  name: string
  sentence: string
  isSaving: boolean
  canCreate: boolean
  canOverwrite: boolean
  /** Overwrites the saved chart if that is allowed and it has changes; otherwise opens the dialog. */
  save: () => void
  saveAs: () => void
  /** Null if the user cannot create charts. */
  duplicate: (() => void) | null
  editProperties: () => void
  showSql: () => void
  /** The dialogs opened by these actions. */
  dialogs: ReactNode
}

type Options = { onSaved: (sliceId: number) => void; onShowSql: () => void }

/** The actions of the page's chart and their keyboard shortcuts. */
export const useChartActions = ({ onSaved, onShowSql }: Options): ChartActions => {
  const store = useExploreStore()
  const client = useQueryClient()
  const title = useExplore((state) => state.title)
  const slice = useExplore((state) => state.slice)
  const dataset = useExplore((state) => state.dataset)
  const { sentence, data, isBehind } = useRun()
  const [dialog, setDialog] = useState<'save' | 'properties' | null>(null)
  const { put, save, busy, canOverwrite, canCreate } = useSaving(onSaved)
  const name = nameChart(title, sentence)

  const lastSave = useRef<Promise<void>>(null)
  /** Waits for a save and a switch of the type that are under way, and saves what is there then. */
  const saveNow = async () => {
    if (!canCreate) return
    const isAgain = lastSave.current !== null
    while (lastSave.current) await lastSave.current
    await store.getState().switching
    const state = store.getState()
    const form = state.form()
    const { isDirty } = countChanges({ ...state, form, chart: loadedChart(form.viz_type) })
    if (isDirty && state.slice && canOverwrite)
      lastSave.current = save({ kind: 'over', name: nameChart(state.title, sentence), target: { kind: 'none' } }).finally(
        () => (lastSave.current = null),
      )
    else if (!isAgain) setDialog('save')
  }

  useKeys([
    { keys: '⌘S', label: t('Save the chart'), run: () => void saveNow(), always: true },
    { keys: '⌘Z', label: t('Undo a change'), run: () => store.getState().undo() },
    { keys: '⇧⌘Z', label: t('Redo'), run: () => store.getState().redo() },
    { keys: '⌘↵', label: t('Run the chart'), run: () => (isBehind ? store.getState().update() : data.refresh()), always: true },
    { keys: 'R', label: t('Refresh'), run: data.refresh },
    { keys: '⌘P', label: t('Print'), run: printPage, always: true },
  ])

  const dialogs = (
    <>
      {dialog === 'save' && (
        <SaveDialog
          name={name}
          canOverwrite={canOverwrite}
          hasSlice={slice !== null}
          queryName={isQuery(dataset) ? dataset.datasource_name : undefined}
          onClose={() => setDialog(null)}
          onSave={put}
        />
      )}
      {dialog === 'properties' && slice && (
        <Properties
          kind="chart"
          id={slice.slice_id}
          onClose={() => setDialog(null)}
          onSaved={({ title: slice_name, description }) => {
            store.getState().setProperties({ slice_name, description })
            void client.invalidateQueries({ queryKey: draftKey('chart', slice.slice_id) })
          }}
        />
      )}
    </>
  )
  return {
    name,
    sentence,
    isSaving: busy,
    canCreate,
    canOverwrite,
    save: () => void saveNow(),
    saveAs: () => setDialog('save'),
    duplicate: canCreate ? () => void save({ kind: 'new', name: t('%(name)s (copy)', { name }), target: { kind: 'none' } }) : null,
    editProperties: () => setDialog('properties'),
    showSql: onShowSql,
    dialogs,
  }
}
