import { FileText } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useWatch } from 'react-hook-form'
import type { UploadResult } from '#api/upload.ts'
import { t } from '#core/i18n/t.ts'
import { errorText } from '../data/call-error.ts'
import { emptyText } from '../forms/field-text.ts'
import { FormBody } from '../forms/FormBody.tsx'
import { useEditForm, type EditForm } from '../forms/use-edit-form.ts'
import { Button } from '../ui/button/Button.tsx'
import type { TableHandle } from '../ui/table/Table.tsx'
import { bytesText } from '../ui/text/bytes.ts'
import { Dialog } from '../ui/overlay/Dialog.tsx'
import { ProgressLine } from '../ui/feedback/ProgressLine.tsx'
import { Skeleton } from '../ui/feedback/Skeleton.tsx'
import { ErrorState } from '../ui/feedback/State.tsx'
import { PreviewWarnings } from './preview/PreviewWarnings.tsx'
import { PreviewTable } from './preview/PreviewTable.tsx'
import { ReadOptions } from './preview/ReadAs.tsx'
import { RejectedLines } from './lines/RejectedLines.tsx'
import { TargetFields } from './target/TargetFields.tsx'
import { tableName } from './table-name.ts'
import { keepUpload, useUpload, type Target, type Upload, type UploadSource } from './use-upload.ts'
import css from './UploadDialog.module.css'

type Props = {
  file: UploadSource
  title: string
  isLast: boolean
  onDone: (result: UploadResult, options: { uploadId: string; explore: boolean }) => Promise<void>
  onRetry: () => void
  onClose: () => void
}

const number = (value: number) => value.toLocaleString(t.locale)

const fieldFor = (path: string) => (path === 'name' ? 'table_name' : path)

/** Previews a file with the options to read it, before anything is stored. */
export const FilePreview = ({ file, title, isLast, onDone, onRetry, onClose }: Props) => {
  const upload = useUpload(file)
  const { preview, uploaded } = upload
  const data = preview.data
  const isReady = Boolean(data) && !preview.isPlaceholderData && !preview.isError
  const [start] = useState<Target>(() => ({
    table_name: tableName(file.name),
    schema: 'main',
    database_id: null,
    already_exists: 'fail',
    sheets: [],
  }))
  /** Whether explore opens after the dataset is created. */
  const [explore, setExplore] = useState(isLast)
  const form = useEditForm({
    start,
    isNew: true,
    hasMoreChanges: !upload.usesDetected,
    check: ({ table_name }) => (table_name.trim() ? [] : [{ path: 'table_name', text: emptyText() }]),
    place: fieldFor,
    save: upload.create,
    onSaved: (result) => {
      const uploadId = uploaded?.upload_id ?? ''
      if (result.rejected > 0) keepUpload(uploadId)
      return onDone(result, { uploadId, explore })
    },
  })
  const create = (shouldExplore: boolean) => {
    flushSync(() => setExplore(shouldExplore))
    form.element.current?.requestSubmit()
  }
  const close = async () => {
    if (!(await form.mayLeave())) return
    upload.cancel()
    onClose()
  }

  return (
    <Dialog
      open
      bare
      width={1088}
      height={748}
      title={title}
      closeOnPress={false}
      onClose={() => void close()}
      note={<FooterNote upload={upload} form={form} />}
      footer={
        <>
          <Button kind="quiet" onClick={() => (form.isBusy ? upload.cancel() : void close())}>
            {form.isBusy ? t('Stop') : t('Cancel')}
          </Button>
          {isLast && (
            <Button disabled={!isReady || form.isBusy} busy={form.isBusy && !explore} onClick={() => create(false)}>
              {t('Create dataset')}
            </Button>
          )}
          <Button kind="primary" disabled={!isReady || form.isBusy} busy={form.isBusy && explore === isLast} onClick={() => create(isLast)}>
            {isLast ? t('Create and explore') : t('Create, then the next file')}
          </Button>
        </>
      }
    >
      <div className={css['panes']}>
        <div className={css['side']}>
          <div className={css['file']}>
            <FileText aria-hidden />
            <div className={css['words']}>
              <span className={css['name']} title={file.name}>
                {file.name}
              </span>
              <span className={css['facts']}>{fileSummary(upload)}</span>
            </div>
          </div>
          <FormBody form={{ ...form, topFault: undefined }}>
            <div className={css['fields']}>
              <TargetFields form={form} upload={upload} />
            </div>
          </FormBody>
          {data && <ReadOptions upload={upload} preview={data} />}
        </div>
        <div className={css['main']}>
          {(preview.isFetching || form.isBusy) && (
            <ProgressLine
              label={t('Reading')}
              {...(form.isBusy && typeof upload.job?.progress === 'number' && { share: upload.job.progress })}
            />
          )}
          <PreviewPane upload={upload} file={file} onRetry={onRetry} />
        </div>
      </div>
    </Dialog>
  )
}

const fileSummary = ({ preview: { data }, uploaded }: Upload): string =>
  [
    uploaded && bytesText(uploaded.size, t.locale),
    data?.row_count !== null && data?.row_count !== undefined && t.plural(data.row_count, '%(count)s row', '%(count)s rows'),
    data && t.plural(data.columns.length, '%(count)s column', '%(count)s columns'),
  ]
    .filter(Boolean)
    .join(', ')

const PreviewPane = ({ upload, file, onRetry }: { upload: Upload; file: UploadSource; onRetry: () => void }) => {
  const tableId = useId()
  const { preview, failure, uploaded } = upload
  const table = useRef<TableHandle>(null)
  const lines = useRef<HTMLElement>(null)
  if (failure)
    return <ErrorState title={t('%(name)s could not be sent', { name: file.name })} text={errorText(failure)} onRetry={onRetry} />
  if (!uploaded) return file instanceof File ? <Sending share={upload.progress} size={file.size} /> : <Fetching url={file.url} />
  if (preview.isError) {
    const { usesDetected, resetToDetected } = upload
    if (usesDetected) return <ErrorState title={t('%(name)s cannot be read', { name: file.name })} text={errorText(preview.error)} />
    return (
      <ErrorState
        title={t('%(name)s cannot be read like this', { name: file.name })}
        text={errorText(preview.error)}
        actions={<Button onClick={resetToDetected}>{t('Read as found')}</Button>}
      />
    )
  }
  const data = preview.data
  if (!data) return <PreviewSkeleton />
  const total = data.row_count
  return (
    <>
      <header className={css['head']}>
        <h3>{t('Preview')}</h3>
        <span className={css['facts']}>
          {total !== null
            ? total === data.rows.length
              ? t.plural(total, '%(count)s row', '%(count)s rows')
              : t('first %(shown)s of %(total)s rows', { shown: number(data.rows.length), total: number(total) })
            : t('first %(shown)s rows, types from %(sampled)s', { shown: number(data.rows.length), sampled: number(data.sampled) })}
        </span>
        <span className={css['hint']}>{t('Click a type to change it')}</span>
      </header>
      <PreviewWarnings
        preview={data}
        onShowLines={() => lines.current?.scrollIntoView({ block: 'nearest' })}
        onShowColumn={(index) => table.current?.showColumn(String(index))}
        onType={(index, type) => upload.setColumn(index, { type })}
        onFormat={(index, format) => upload.setColumn(index, { format })}
        onDecimal={(decimal) => upload.setOption({ decimal })}
      />
      <PreviewTable tableRef={table} preview={data} tableId={tableId} dimmed={preview.isPlaceholderData} onColumn={upload.setColumn} />
      <RejectedLines
        sectionRef={lines}
        preview={data}
        tableId={tableId}
        options={upload.options}
        onText={(index) => upload.setColumn(index, { type: 'VARCHAR' })}
        onBlank={() => upload.setOption({ misfits: 'blank' })}
      />
    </>
  )
}

const Sending = ({ share, size }: { share: number; size: number }) => (
  <div className={css['sending']} role="status">
    <ProgressLine label={t('Sending')} share={share} />
    <h3>{share < 1 ? t('Sending') : t('Reading')}</h3>
    <p className="tabular">{t('%(sent)s of %(size)s', { sent: bytesText(share * size, t.locale), size: bytesText(size, t.locale) })}</p>
  </div>
)

const Fetching = ({ url }: { url: string }) => (
  <div className={css['sending']} role="status">
    <ProgressLine label={t('Fetching')} />
    <h3>{t('Fetching')}</h3>
    <p>{url}</p>
  </div>
)

const PreviewSkeleton = () => (
  <div className={css['skeleton']}>
    {Array.from({ length: 9 }, (_, i) => (
      <Skeleton key={i} height={16} width={`${92 - (i % 3) * 9}%`} />
    ))}
  </div>
)

/** What saving will do, its progress, or its error. */
const FooterNote = ({ upload: { job, preview }, form }: { upload: Upload; form: EditForm<Target> }) => {
  const [name, schema, database] = useWatch({ control: form.control, name: ['table_name', 'schema', 'database_id'] })
  if (form.isBusy)
    return (
      <span role="status" className="tabular">
        {job?.message ?? t('Storing')}
        {typeof job?.progress === 'number' && ` ${Math.round(job.progress * 100)} %`}
      </span>
    )
  if (form.topFault)
    return (
      <span role="alert" className={css['fault']}>
        {form.topFault}
      </span>
    )
  const data = preview.data
  if (!data) return null
  const place = schema.trim() || (database === null ? 'main' : '')
  const target = [place, name.trim()].filter(Boolean).join('.')
  return data.row_count !== null ? (
    <>{t.plural(data.row_count, '%(count)s row will be stored as %(target)s', '%(count)s rows will be stored as %(target)s', { target })}</>
  ) : (
    <>{t('All rows will be stored as %(target)s', { target })}</>
  )
}
