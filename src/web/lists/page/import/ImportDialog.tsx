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
import { TextArea, TextInput } from '../../../ui/text/TextInput.tsx'
import { readImportFaults, type ImportFaults } from './import-faults.ts'
import css from './ImportDialog.module.css'
import { formParts, hasLines, keyOf, labelOf, withSecret, type AskedSecret, type TypedSecrets } from './secrets.ts'

type Props = {
  route: RouteOptions
  /** What the bundle holds, in the singular. */
  noun: string
  onImported: () => void
  onClose: () => void
}

const noFaults: ImportFaults = { secrets: [], existing: [], others: [] }
const nothingTyped: TypedSecrets = new Map()

/** Takes a bundle of exported objects; asks for secrets that it lacks, and before it replaces what exists. */
export const ImportDialog = ({ route, noun, onImported, onClose }: Props) => {
  const [file, setFile] = useState<File | null>(null)
  const [faults, setFaults] = useState(noFaults)
  const [typed, setTyped] = useState(nothingTyped)
  const [isBusy, setBusy] = useState(false)
  const asksToOverwrite = faults.existing.length > 0
  const valueOf = (asked: AskedSecret) => typed.get(keyOf(asked))?.value ?? ''
  const lacksSecret = faults.secrets.some((asked) => !valueOf(asked))
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
    for (const [name, json] of formParts(typed)) body.set(name, json)
    if (asksToOverwrite) body.set('overwrite', 'true')
    try {
      await call(route, { body })
      say(t('“%(name)s” was imported', { name: file.name }), { kind: 'good' })
      onImported()
      onClose()
    } catch (error) {
      const found = readImportFaults(error)
      // What was agreed to be overwritten stays so while secrets are asked for.
      setFaults(asksToOverwrite ? { ...found, existing: faults.existing } : found)
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
            disabled={!file || lacksSecret}
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
            setTyped(nothingTyped)
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
        {faults.secrets.map((asked, i) => {
          const field = {
            autoFocus: i === 0,
            autoComplete: 'off',
            value: valueOf(asked),
            onValue: (value: string) => setTyped((before) => withSecret(before, asked, value)),
          }
          return (
            <Field key={keyOf(asked)} required label={labelOf(asked)}>
              {hasLines(asked) ? <TextArea mono rows={4} spellCheck={false} {...field} /> : <TextInput type="password" {...field} />}
            </Field>
          )
        })}
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
