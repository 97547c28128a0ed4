import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { datasetRefresh } from '#api/dataset.ts'
import { t } from '#core/i18n/t.ts'
import { call } from '../data/call.ts'
import { textOf } from '../data/call-error.ts'
import { draftOf, markChanged } from '../data/resources.ts'
import { Button } from '../ui/button/Button.tsx'
import { confirm } from '../ui/overlay/confirm.ts'
import { Sheet } from '../ui/overlay/Sheet.tsx'
import { Skeleton } from '../ui/feedback/Skeleton.tsx'
import { ErrorState } from '../ui/feedback/State.tsx'
import { Tabs } from '../ui/choice/Tabs.tsx'
import { say } from '../ui/feedback/toast.ts'
import { ColumnList } from './ColumnList.tsx'
import { newCalculated, newMetric, patchOf, problemsOf, readDataset, type DatasetDraft } from './draft.ts'
import { MetricList } from './MetricList.tsx'
import { DatasetSettings } from './DatasetSettings.tsx'
import css from './DatasetSheet.module.css'
import { readStored, writeStored, type StoredDataset } from './stored.ts'

/** What the sheet opens with, to be filled in: a metric or a calculated column. */
export type Begin = 'metrics' | 'calculated'

type Props = { id: number; begin?: Begin | undefined; onClose: () => void; onSaved?: () => void }

const width = 760

/** Columns, metrics and settings of a dataset. */
export const DatasetSheet = ({ id, begin, onClose, onSaved }: Props) => {
  const { data, error, refetch, dataUpdatedAt } = useQuery({
    queryKey: draftOf('dataset', id),
    gcTime: 0,
    staleTime: Infinity,
    queryFn: ({ signal }) => readStored(id, signal),
  })
  if (data)
    return (
      <Form key={dataUpdatedAt} id={id} begin={begin} read={data} onReload={() => void refetch()} onClose={onClose} onSaved={onSaved} />
    )
  return (
    <Sheet open title={t('Edit dataset')} width={width} onClose={onClose}>
      {error ? (
        <ErrorState title={t('The dataset could not be read')} text={textOf(error)} onRetry={() => void refetch()} />
      ) : (
        <Skeleton height={240} />
      )}
    </Sheet>
  )
}

type Tab = Begin | 'columns' | 'settings'

/** The stored dataset, with what is begun at its end and the key of that. */
const startDraft = (wire: Record<string, unknown>, begin: Begin | undefined): { draft: DatasetDraft; begun: string | null } => {
  const draft = readDataset(wire)
  if (begin === 'metrics') {
    const metric = newMetric(draft.metrics)
    return { draft: { ...draft, metrics: [...draft.metrics, metric] }, begun: metric.key }
  }
  if (begin === 'calculated') {
    const column = newCalculated(draft.columns)
    return { draft: { ...draft, columns: [...draft.columns, column] }, begun: column.key }
  }
  return { draft, begun: null }
}

type FormProps = {
  id: number
  begin: Begin | undefined
  read: StoredDataset
  onReload: () => void
  onClose: () => void
  onSaved: (() => void) | undefined
}

const Form = ({ id, begin, read, onReload, onClose, onSaved }: FormProps) => {
  const [start] = useState(() => startDraft(read.wire, begin))
  const [draft, setDraft] = useState(start.draft)
  const [tab, setTab] = useState<Tab>(begin ?? 'metrics')
  const client = useQueryClient()
  const set = (change: Partial<DatasetDraft>) => setDraft((before) => ({ ...before, ...change }))
  const problems = problemsOf(draft)
  const isChanged = JSON.stringify(draft) !== JSON.stringify(readDataset(read.wire))

  const save = useMutation({
    mutationFn: () => writeStored(id, patchOf(draft, read.wire), read),
    onSuccess: async () => {
      say(t('The dataset has been saved'), { kind: 'good' })
      onClose()
      onSaved?.()
      await markChanged(client, { kind: 'dataset', id })
    },
    onError: (error) => say(textOf(error) || t('An error has occurred'), { kind: 'bad' }),
  })
  const refresh = useMutation({
    mutationFn: () => call(datasetRefresh, { params: { pk: id } }),
    onSuccess: onReload,
    onError: (error) => say(textOf(error), { kind: 'bad' }),
  })
  const confirmed = async () => {
    const text = t(
      'The dataset configuration exposed here affects all the charts using this dataset. Be mindful that changing settings here may affect other charts in undesirable ways.',
    )
    if (await confirm({ title: t('Confirm save'), text, action: t('OK') })) save.mutate()
  }
  const close = async () => {
    if (
      JSON.stringify(draft) === JSON.stringify(start.draft) ||
      (await confirm({
        title: t('Leave without saving?'),
        text: t('What you changed in this dataset is lost.'),
        action: t('Leave'),
        danger: true,
      }))
    )
      onClose()
  }
  const sync = async () => {
    if (
      isChanged &&
      !(await confirm({
        title: t('Read the columns again?'),
        text: t('What you changed and did not save is lost.'),
        action: t('Read again'),
      }))
    )
      return
    refresh.mutate()
  }

  return (
    <Sheet
      open
      width={width}
      title={t('Edit dataset %(name)s', { name: read.wire.table_name })}
      onClose={() => void close()}
      footer={
        <>
          <div className={css['problems']} role="status">
            {draft.isManagedExternally ? t("This dataset is managed externally, and can't be edited in Superset") : problems[0]}
          </div>
          <Button kind="quiet" onClick={() => void close()}>
            {t('Cancel')}
          </Button>
          <Button
            kind="primary"
            busy={save.isPending}
            disabled={problems.length > 0 || draft.isManagedExternally || !isChanged}
            onClick={() => void confirmed()}
          >
            {t('Save')}
          </Button>
        </>
      }
    >
      <Tabs
        className={css['tabs'] ?? ''}
        label={t('Parts of the dataset')}
        panels="dataset"
        value={tab}
        onChange={setTab}
        tabs={[
          { key: 'metrics', label: <Counted word={t('Metrics')} count={draft.metrics.length} /> },
          { key: 'columns', label: <Counted word={t('Columns')} count={draft.columns.filter((column) => !column.isCalculated).length} /> },
          {
            key: 'calculated',
            label: <Counted word={t('Calculated columns')} count={draft.columns.filter((column) => column.isCalculated).length} />,
          },
          { key: 'settings', label: t('Settings') },
        ]}
      />
      <div id={`dataset-${tab}`} role="tabpanel" className={css['panel']}>
        {tab === 'metrics' && <MetricList metrics={draft.metrics} begun={start.begun} onChange={(metrics) => set({ metrics })} />}
        {tab === 'columns' && (
          <ColumnList
            columns={draft.columns}
            calculated={false}
            onChange={(columns) => set({ columns })}
            onSync={() => void sync()}
            syncing={refresh.isPending}
          />
        )}
        {tab === 'calculated' && (
          <ColumnList columns={draft.columns} calculated begun={start.begun} onChange={(columns) => set({ columns })} />
        )}
        {tab === 'settings' && <DatasetSettings draft={draft} set={set} />}
      </div>
    </Sheet>
  )
}

const Counted = ({ word, count }: { word: string; count: number }) => (
  <>
    {word}
    <span className={css['count']}>{count}</span>
  </>
)
