import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { datasetPatch } from '#api/bodies/dataset.ts'
import { datasetRefresh } from '#api/dataset.ts'
import { t } from '#core/i18n/t.ts'
import { appName } from '../data/base-path.ts'
import { call } from '../data/call.ts'
import { errorText } from '../data/call-error.ts'
import { draftKey, markChanged } from '../data/resources.ts'
import { FormSheet } from '../forms/FormFrame.tsx'
import { useEditForm } from '../forms/use-edit-form.ts'
import { confirm } from '../ui/overlay/confirm.ts'
import { Sheet } from '../ui/overlay/Sheet.tsx'
import { Skeleton } from '../ui/feedback/Skeleton.tsx'
import { ErrorState } from '../ui/feedback/State.tsx'
import { Tabs } from '../ui/choice/Tabs.tsx'
import { say } from '../ui/feedback/toast.ts'
import { ColumnList } from './ColumnList.tsx'
import { validateDataset, newCalculated, newMetric, buildPatch, readDataset, type DatasetDraft } from './draft.ts'
import { MetricList } from './MetricList.tsx'
import { DatasetSettings } from './DatasetSettings.tsx'
import css from './DatasetSheet.module.css'
import { readStored, writeStored, type StoredDataset } from './stored.ts'

/** Opens the sheet with a new metric or calculated column. */
export type NewItem = 'metrics' | 'calculated'

type Props = { id: number; newItem?: NewItem | undefined; onClose: () => void; onSaved?: () => void }

const width = 760

/** Columns, metrics and settings of a dataset. */
export const DatasetSheet = ({ id, newItem, onClose, onSaved }: Props) => {
  const { data, error, refetch, dataUpdatedAt } = useQuery({
    queryKey: draftKey('dataset', id),
    gcTime: 0,
    staleTime: Infinity,
    queryFn: ({ signal }) => readStored(id, signal),
  })
  if (data)
    return (
      <Form key={dataUpdatedAt} id={id} begin={newItem} stored={data} onReload={() => void refetch()} onClose={onClose} onSaved={onSaved} />
    )
  return (
    <Sheet open title={t('Edit dataset')} width={width} onClose={onClose}>
      {error ? (
        <ErrorState title={t('The dataset could not be loaded')} text={errorText(error)} onRetry={() => void refetch()} />
      ) : (
        <Skeleton height={240} />
      )}
    </Sheet>
  )
}

type Tab = NewItem | 'columns' | 'settings'

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

type FormProps = {
  id: number
  begin: NewItem | undefined
  stored: StoredDataset
  onReload: () => void
  onClose: () => void
  onSaved: (() => void) | undefined
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

const Form = ({ id, begin, stored, onReload, onClose, onSaved }: FormProps) => {
  const [{ draft, newItemKey }] = useState(() => startDraft(stored.wire, begin))
  const [tab, setTab] = useState<Tab>(begin ?? 'metrics')
  const [openKey, setOpenKey] = useState(newItemKey)
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
      setTab(metric ? 'metrics' : column ? (column.isCalculated ? 'calculated' : 'columns') : 'settings')
      setOpenKey((before) => metric?.key ?? column?.key ?? before)
    },
    confirm: confirmSave,
    save: (values) => writeStored(id, buildPatch(values, stored.wire), stored),
    onSaved: async () => {
      say(t('The dataset has been saved'), { kind: 'good' })
      onClose()
      onSaved?.()
      await markChanged(client, { kind: 'dataset', id })
    },
  })
  const [columns, metrics] = useWatch({ control: form.control, name: lists })
  const refresh = useMutation({
    mutationFn: () => call(datasetRefresh, { params: { pk: id } }),
    onSuccess: onReload,
    onError: (error) => say(errorText(error), { kind: 'bad' }),
  })
  const sync = async () => {
    if (
      form.isChanged &&
      !(await confirm({
        title: t('Reload the columns?'),
        text: t('Unsaved changes will be lost.'),
        action: t('Read again'),
      }))
    )
      return
    refresh.mutate()
  }
  const calculatedCount = columns.filter((column) => column.isCalculated).length
  const rows = { form, openKey, onOpen: setOpenKey }

  return (
    <FormSheet
      form={form}
      id="dataset"
      width={width}
      title={t('Edit dataset %(name)s', { name: stored.wire.table_name })}
      disabled={stored.wire.is_managed_externally}
      note={
        <div className={css['problems']} role="status">
          {stored.wire.is_managed_externally && t("This dataset is managed externally, and can't be edited in %(app)s", { app: appName() })}
        </div>
      }
      onClose={onClose}
    >
      <Tabs
        className={css['tabs'] ?? ''}
        label={t('Parts of the dataset')}
        panels="dataset"
        value={tab}
        onChange={setTab}
        tabs={[
          { key: 'metrics', label: <TabLabel text={t('Metrics')} count={metrics.length} /> },
          { key: 'columns', label: <TabLabel text={t('Columns')} count={columns.length - calculatedCount} /> },
          { key: 'calculated', label: <TabLabel text={t('Calculated columns')} count={calculatedCount} /> },
          { key: 'settings', label: t('Settings') },
        ]}
      />
      <div id={`dataset-${tab}`} role="tabpanel">
        {tab === 'metrics' && <MetricList {...rows} />}
        {tab === 'columns' && (
          <ColumnList key="columns" {...rows} isCalculated={false} onSync={() => void sync()} isSyncing={refresh.isPending} />
        )}
        {tab === 'calculated' && <ColumnList key="calculated" {...rows} isCalculated />}
        {tab === 'settings' && <DatasetSettings form={form} />}
      </div>
    </FormSheet>
  )
}

const TabLabel = ({ text, count }: { text: string; count: number }) => (
  <>
    {text}
    <span className={css['count']}>{count}</span>
  </>
)
