import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from '#core/i18n/t.ts'
import { appName } from '../data/base-path.ts'
import { errorText } from '../data/call-error.ts'
import { draftKey } from '../data/resources.ts'
import { FormSheet } from '../forms/FormFrame.tsx'
import { Sheet } from '../ui/overlay/Sheet.tsx'
import { Skeleton } from '../ui/feedback/Skeleton.tsx'
import { ErrorState } from '../ui/feedback/State.tsx'
import { DatasetParts } from './DatasetParts.tsx'
import css from './DatasetSheet.module.css'
import { LegacyEditorLink } from './LegacyEditorLink.tsx'
import { readStored, type StoredDataset } from './stored.ts'
import { useDatasetEditor, type DatasetTab, type NewItem } from './use-dataset-editor.ts'

export type { NewItem } from './use-dataset-editor.ts'

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
  const [tab, setTab] = useState<DatasetTab>(newItem ?? 'metrics')
  if (data) return <Form key={dataUpdatedAt} {...{ id, tab, setTab, onClose, onSaved }} begin={newItem} stored={data} onReload={refetch} />
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

type FormProps = {
  id: number
  begin: NewItem | undefined
  stored: StoredDataset
  tab: DatasetTab
  setTab: (tab: DatasetTab) => void
  onReload: () => Promise<unknown>
  onClose: () => void
  onSaved: (() => void) | undefined
}

const Form = ({ id, begin, stored, tab, setTab, onReload, onClose, onSaved }: FormProps) => {
  const editor = useDatasetEditor({
    id,
    begin,
    stored,
    tab,
    setTab,
    onReload,
    onSaved: () => {
      onClose()
      onSaved?.()
    },
  })
  return (
    <FormSheet
      form={editor.form}
      id="dataset"
      width={width}
      title={t('Edit dataset %(name)s', { name: stored.wire.table_name })}
      disabled={stored.wire.is_managed_externally}
      note={
        <>
          <div className={css['problems']} role="status">
            {stored.wire.is_managed_externally &&
              t("This dataset is managed externally, and can't be edited in %(app)s", { app: appName() })}
          </div>
          <LegacyEditorLink id={id} />
        </>
      }
      onClose={onClose}
    >
      <DatasetParts editor={editor} isLocked={stored.wire.is_managed_externally} />
    </FormSheet>
  )
}
