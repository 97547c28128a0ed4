import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { datasetPatch } from '#api/bodies/dataset.ts'
import { datasetRefresh } from '#api/dataset.ts'
import { t } from '#core/i18n/t.ts'
import { call } from '../data/call.ts'
import { CallError, errorText, readErrorMessage } from '../data/call-error.ts'
import { markChanged } from '../data/resources.ts'
import { answerFaults } from '../forms/faults.ts'
import { useEditForm } from '../forms/use-edit-form.ts'
import { confirm, tell } from '../ui/overlay/confirm.ts'
import { say } from '../ui/feedback/toast.ts'
import { validateDataset, newCalculated, newMetric, buildPatch, readDataset, type DatasetDraft } from './draft.ts'
import { writeStored, type StoredDataset } from './stored.ts'

/** Opens the editor with a new metric or calculated column. */
export type NewItem = 'metrics' | 'calculated'

export type DatasetTab = NewItem | 'columns' | 'folders' | 'settings'

/** The stored dataset with the new item, if any, and the item's key. */
const startDraft = (wire: StoredDataset['wire'], begin: NewItem | undefined): { draft: DatasetDraft; newItemKey: string | null } => {
  const draft = readDataset(wire)
  if (begin === 'metrics') {
    const metric = newMetric(draft.metrics)
    return { draft: { ...draft, metrics: [...draft.metrics, metric] }, newItemKey: metric.key }
  }
  if (begin === 'calculated') {
    const column = newCalculated(draft.columns)
    return { draft: { ...draft, columns: [...draft.columns, column] }, newItemKey: column.key }
  }
  return { draft, newItemKey: null }
}

/** Field arrays of the form. */
const lists = ['columns', 'metrics'] as const

const confirmSave = () =>
  confirm({
    title: t('Confirm save'),
    text: t(
      'The dataset configuration exposed here affects all the charts using this dataset. Be mindful that changing settings here may affect other charts in undesirable ways.',
    ),
    action: t('OK'),
  })

/** What no field can show is said in a dialog; a response without a message has none of its own. */
const tellFailure = async (error: unknown) => {
  if (answerFaults(error).some(({ path }) => path !== '')) return
  const hasNoMessage = error instanceof CallError && error.status > 0 && readErrorMessage(error.body) === ''
  await tell({ title: t('Error'), text: hasNoMessage ? t('An error has occurred') : errorText(error) })
}

const confirmReload = () => confirm({ title: t('Reload the columns?'), text: t('Unsaved changes will be lost.'), action: t('Read again') })

type Options = {
  id: number
  begin?: NewItem | undefined
  stored: StoredDataset
  /** The open tab, which stays open when the dataset is read again. */
  tab: DatasetTab
  setTab: (tab: DatasetTab) => void
  /** Reads the stored dataset again, which replaces the form. */
  onReload: () => Promise<unknown>
  onSaved: () => void
}

/** The form of a dataset, its open row, and the reading of its columns from the source. */
export const useDatasetEditor = ({ id, begin, stored, tab, setTab, onReload, onSaved }: Options) => {
  const [{ draft, newItemKey }] = useState(() => startDraft(stored.wire, begin))
  const [openKey, setOpenKey] = useState(newItemKey)
  const [isReplacing, setReplacing] = useState(false)
  const client = useQueryClient()
  const form = useEditForm({
    start: draft,
    body: { of: (values) => buildPatch(values, stored.wire), schema: datasetPatch },
    check: validateDataset,
    lists,
    reveal: (path) => {
      const [list, index] = path.split('.')
      const { columns, metrics } = form.getValues()
      const column = list === 'columns' ? columns[Number(index)] : undefined
      const metric = list === 'metrics' ? metrics[Number(index)] : undefined
      const tabOfList = metric ? 'metrics' : column?.isCalculated ? 'calculated' : column ? 'columns' : null
      setTab(tabOfList ?? (list === 'folders' ? 'folders' : 'settings'))
      setOpenKey((before) => metric?.key ?? column?.key ?? before)
    },
    confirm: confirmSave,
    save: (values) =>
      writeStored(id, buildPatch(values, stored.wire), stored).catch(async (error: unknown) => {
        await tellFailure(error)
        throw error
      }),
    onSaved: async () => {
      say(t('The dataset has been saved'), { kind: 'good' })
      onSaved()
      await markChanged(client, { kind: 'dataset', id })
    },
  })
  const sync = useMutation({
    mutationFn: async () => {
      if (form.isChanged && !(await confirmReload())) return
      const { confirmSync } = await import('./source/confirm-sync.tsx')
      if (!(await confirmSync(id))) return
      setReplacing(true)
      try {
        await call(datasetRefresh, { params: { pk: id } })
        await onReload()
      } finally {
        setReplacing(false)
      }
      await markChanged(client, { kind: 'dataset', id })
    },
    onError: (error) => say(errorText(error), { kind: 'bad' }),
  })
  const { database, catalog, schema } = stored.wire
  const source = { backend: database?.backend ?? null, place: database && { database: database.id, catalog, schema } }
  return {
    form,
    tab,
    setTab,
    openKey,
    setOpenKey,
    source,
    sync: () => sync.mutate(),
    isSyncing: sync.isPending,
    /** Columns come from the source: the rows take nothing that would be lost. */
    isReplacing,
  }
}

export type DatasetEditor = ReturnType<typeof useDatasetEditor>
