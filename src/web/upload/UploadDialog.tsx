import { ClipboardPaste, FileUp } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useQueryClient } from '@tanstack/react-query'
import { uploadRejectedRoute, type UploadResult } from '#api/upload.ts'
import { t } from '#core/i18n/t.ts'
import { urlOf } from '../data/call.ts'
import { markChanged } from '../data/resources.ts'
import { useSession } from '../data/session.ts'
import { Button } from '../ui/button/Button.tsx'
import { bytesText } from '../ui/text/bytes.ts'
import { Dialog } from '../ui/overlay/Dialog.tsx'
import { DropZone } from '../ui/DropZone.tsx'
import { keyText } from '../ui/keys/Kbd.tsx'
import { say } from '../ui/feedback/toast.ts'
import { acceptedFiles } from './accepted-files.ts'
import { typeLabel } from './columns/column-types.ts'
import { FilePreview } from './FilePreview.tsx'
import { pasteTable } from './paste/paste-table.ts'
import type { UploadSource } from './use-upload.ts'
import css from './UploadDialog.module.css'
import { WebAddress } from './WebAddress.tsx'

type Props = { files: File[]; onFiles: (files: File[]) => void; onClose: () => void }

/** Creates datasets from files or pasted tables, one after the other. Without files it asks for one. */
export const UploadDialog = ({ files, onFiles, onClose }: Props) => {
  const [index, setIndex] = useState(0)
  const [attempt, setAttempt] = useState(0)
  const { limits } = useSession()
  const navigate = useNavigate()
  const client = useQueryClient()
  const [web, setWeb] = useState<UploadSource | null>(null)
  const file = web ?? files[index]
  const isLast = web !== null || index >= files.length - 1
  const title = files.length > 1 ? t('New dataset, %(index)s of %(count)s', { index: index + 1, count: files.length }) : t('New dataset')

  const onCreated = async (result: UploadResult, { uploadId, explore }: { uploadId: string; explore: boolean }) => {
    showResult(result, uploadId)
    await markChanged(client, { kind: 'dataset' })
    if (!isLast) return setIndex(index + 1)
    onClose()
    if (explore) await navigate(result.explore_url)
  }

  const isTooLarge = file instanceof File && file.size > limits.upload_limit
  if (file && !isTooLarge)
    return (
      <FilePreview
        key={`${index} ${attempt}`}
        file={file}
        title={title}
        isLast={isLast}
        onDone={onCreated}
        onRetry={() => setAttempt(attempt + 1)}
        onClose={onClose}
      />
    )
  return (
    <Dialog open title={title} width={640} onClose={onClose}>
      <DropZone className={css['drop'] ?? ''} label={t('Choose a file')} accept={acceptedFiles} onFiles={onFiles}>
        {(choose) => (
          <div className={css['ask']}>
            <FileUp aria-hidden />
            <h3>{t('Drop a CSV, Parquet, JSON, Excel, DuckDB or SQLite file')}</h3>
            <p>
              {file
                ? t('%(name)s is larger than %(limit)s.', { name: file.name, limit: bytesText(limits.upload_limit, t.locale) })
                : t('Up to %(limit)s. You check the types before anything is stored.', { limit: bytesText(limits.upload_limit, t.locale) })}
            </p>
            <div className={css['ways']}>
              <Button kind="primary" data-autofocus onClick={choose}>
                {t('Choose a file')}
              </Button>
              <Button icon={<ClipboardPaste />} onClick={() => void pasteTable(onFiles, showPasteHint)}>
                {t('Paste a table')}
              </Button>
            </div>
            <WebAddress onChoose={setWeb} />
            <p className={css['keys']}>
              {t('You can also copy rows in a spreadsheet and paste them with %(keys)s.', { keys: keyText('⌘V') })}
            </p>
          </div>
        )}
      </DropZone>
    </Dialog>
  )
}

const showPasteHint = () =>
  void say(t('The browser blocks reading the clipboard. Press %(keys)s to paste.', { keys: keyText('⌘V') }), { kind: 'warn' })

const maxNamedColumns = 3

/** `6 cells emptied (a 4, b 2)`. */
const emptiedText = (blanked: UploadResult['blanked']): string => {
  const sum = blanked.reduce((total, { cells }) => total + cells, 0)
  const named = blanked.slice(0, maxNamedColumns).map(({ column, cells }) => `${column} ${cells.toLocaleString(t.locale)}`)
  const more = blanked.length > maxNamedColumns ? [t('and %(count)s more', { count: blanked.length - maxNamedColumns })] : []
  return t.plural(sum, '%(count)s cell emptied (%(columns)s)', '%(count)s cells emptied (%(columns)s)', {
    columns: [...named, ...more].join(', '),
  })
}

/** `price became Decimal`: types that values after the sample have widened. */
const widenedTexts = (widened: UploadResult['widened']): string[] => [
  ...widened.slice(0, maxNamedColumns).map(({ column, to }) => t('%(column)s became %(type)s', { column, type: typeLabel(to) })),
  ...(widened.length > maxNamedColumns ? [t('and %(count)s more', { count: widened.length - maxNamedColumns })] : []),
]

const showResult = ({ accepted, rejected, blanked, widened }: UploadResult, uploadId: string) => {
  const stored = t.plural(accepted, '%(count)s row stored', '%(count)s rows stored')
  const storedText = [stored, ...widenedTexts(widened), ...(blanked.length > 0 ? [emptiedText(blanked)] : [])].join(', ')
  if (rejected === 0) return void say(storedText, { kind: 'good' })
  const rejectedText = t.plural(rejected, '%(count)s line left out', '%(count)s lines left out')
  say(`${storedText}, ${rejectedText}`, {
    kind: 'warn',
    lasts: 30_000,
    action: {
      label: t('Download them'),
      run: () => window.location.assign(urlOf(uploadRejectedRoute, { params: { upload_id: uploadId } })),
    },
  })
}
