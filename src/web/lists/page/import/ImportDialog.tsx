import { FileArchive } from 'lucide-react'
import { useLayoutEffect, useRef, useState } from 'react'
import type { RouteOptions } from '#api/declare/route.ts'
import { t } from '#core/i18n/t.ts'
import { call } from '../../../data/call.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { DropZone } from '../../../ui/DropZone.tsx'
import { say } from '../../../ui/feedback/toast.ts'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import { Field } from '../../../ui/text/Field.tsx'
import { TextInput } from '../../../ui/text/TextInput.tsx'
import { readImportFaults, type ImportFaults } from './import-faults.ts'
import css from './ImportDialog.module.css'

type Props = {
  route: RouteOptions
  /** What the bundle holds, in the singular. */
  noun: string
  onImported: () => void
  onClose: () => void
}

const noFaults: ImportFaults = { passwords: [], existing: [], others: [] }

/** Takes a bundle of exported objects; asks for passwords that it lacks, and before it replaces what exists. */
export const ImportDialog = ({ route, noun, onImported, onClose }: Props) => {
  const [file, setFile] = useState<File | null>(null)
  const [faults, setFaults] = useState(noFaults)
  const [passwords, setPasswords] = useState<Readonly<Record<string, string>>>({})
  const [isBusy, setBusy] = useState(false)
  const asksToOverwrite = faults.existing.length > 0
  const lacksPassword = faults.passwords.some((path) => !passwords[path])
  const sendButton = useRef<HTMLButtonElement>(null)

  // A button loses the focus while it is disabled.
  useLayoutEffect(() => {
    const button = sendButton.current
    if (!isBusy || document.activeElement !== button) return
    return () => button?.focus()
  }, [isBusy])

  const send = async () => {
    if (!file) return
    setBusy(true)
    const body = new FormData()
    body.set('formData', file)
    body.set('passwords', JSON.stringify(passwords))
    if (asksToOverwrite) body.set('overwrite', 'true')
    try {
      await call(route, { body })
      say(t('“%(name)s” was imported', { name: file.name }), { kind: 'good' })
      onImported()
      onClose()
    } catch (error) {
      setFaults(readImportFaults(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog
      open
      title={t('Import')}
      width={520}
      closeOnPress={false}
      onClose={onClose}
      footer={
        <>
          <Button kind="quiet" onClick={onClose}>
            {t('Cancel')}
          </Button>
          <Button
            ref={sendButton}
            kind={asksToOverwrite ? 'danger' : 'primary'}
            busy={isBusy}
            disabled={!file || lacksPassword}
            onClick={() => void send()}
          >
            {asksToOverwrite ? t('Overwrite') : t('Import')}
          </Button>
        </>
      }
    >
      <div className={css['body']}>
        <DropZone
          label={t('Choose a file')}
          accept=".zip"
          multiple={false}
          onFiles={([chosen]) => {
            setFile(chosen ?? null)
            setFaults(noFaults)
            setPasswords({})
          }}
        >
          {(choose) => (
            <div className={css['file']}>
              <FileArchive aria-hidden />
              <span className={css['name']}>{file?.name ?? t('Drop an exported ZIP file')}</span>
              <Button onClick={choose}>{t('Choose a file')}</Button>
            </div>
          )}
        </DropZone>
        {faults.passwords.map((path, i) => (
          <Field key={path} required label={t('Password of %(name)s', { name: path })}>
            <TextInput
              type="password"
              autoFocus={i === 0}
              autoComplete="off"
              value={passwords[path] ?? ''}
              onValue={(password) => setPasswords((before) => ({ ...before, [path]: password }))}
            />
          </Field>
        ))}
        {asksToOverwrite && (
          <div className={css['note']} role="status">
            <p>{t('These exist already. Importing overwrites them:')}</p>
            <ul>
              {faults.existing.map((path) => (
                <li key={path}>{path}</li>
              ))}
            </ul>
          </div>
        )}
        {faults.others.length > 0 && (
          <p className={css['bad']} role="alert">
            {t('An error occurred while importing %s: %s', [
              noun,
              [...faults.others, t('Please re-export your file and try importing again')].join('\n'),
            ])}
          </p>
        )}
      </div>
    </Dialog>
  )
}
