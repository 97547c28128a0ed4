import { ClipboardPaste, Database, FileUp, Upload } from 'lucide-react'
import { t } from '#core/i18n/t.ts'
import type { Session } from '../data/session.ts'
import { openConnect, openUpload } from '../window/overlays.ts'
import { openPaste } from './open-paste.ts'
import { Button } from '../ui/button/Button.tsx'
import { DropZone } from '../ui/DropZone.tsx'
import { keyText } from '../ui/keys/Kbd.tsx'
import { acceptedFiles } from './accepted-files.ts'
import css from './UploadPrompt.module.css'

/** A compact drop zone for pages that already show other content. */
export const UploadPrompt = ({ session: { hasPermission }, canConnect }: { session: Session; canConnect: boolean }) => {
  if (!hasPermission('can_upload', 'Database')) return null
  return (
    <DropZone className={css['zone'] ?? ''} label={t('Choose a file')} accept={acceptedFiles} onFiles={openUpload}>
      {(choose) => (
        <section className={css['inside']} aria-label={t('Bring your data')}>
          <FileUp aria-hidden />
          <div className={css['words']}>
            <h2>{t('Drop a CSV, Parquet or Excel file')}</h2>
            <p>{t('Or copy a table from a spreadsheet and press %(keys)s here.', { keys: keyText('⌘V') })}</p>
          </div>
          <div className={css['ways']}>
            <Button icon={<Upload />} onClick={choose}>
              {t('Choose a file')}
            </Button>
            <Button icon={<ClipboardPaste />} onClick={openPaste}>
              {t('Paste a table')}
            </Button>
            {canConnect && hasPermission('can_write', 'Database') && (
              <Button icon={<Database />} onClick={() => openConnect()}>
                {t('Connect a database')}
              </Button>
            )}
          </div>
        </section>
      )}
    </DropZone>
  )
}
