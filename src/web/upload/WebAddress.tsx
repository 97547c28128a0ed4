import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { uploadDatabasesRoute } from '#api/upload.ts'
import { t } from '#core/i18n/t.ts'
import { routeQuery } from '../data/resources.ts'
import { Button } from '../ui/button/Button.tsx'
import { Field } from '../ui/text/Field.tsx'
import { TextInput } from '../ui/text/TextInput.tsx'
import css from './UploadDialog.module.css'
import type { UploadSource } from './use-upload.ts'

const addressStart = 'https://'

/** The file that an address names; the server may know it by another name. */
const sourceOf = (text: string): UploadSource | null => {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return null
  const { pathname, hostname } = new URL(text)
  return { url: text, name: pathname.split('/').at(-1) || hostname }
}

/** Asks for the address of a file, where the administrator lets the server fetch some. */
export const WebAddress = ({ onChoose }: { onChoose: (source: UploadSource) => void }) => {
  const hosts = useQuery(routeQuery(uploadDatabasesRoute)).data?.hosts ?? []
  const [text, setText] = useState('')
  if (hosts.length === 0) return null
  const source = sourceOf(text.trim())
  return (
    <form
      className={css['web']}
      onSubmit={(event) => {
        event.preventDefault()
        if (source) onChoose(source)
      }}
    >
      <Field
        label={t('Or the address of a file')}
        hint={hosts.includes('*') ? undefined : t('From %(hosts)s', { hosts: hosts.join(', ') })}
      >
        <TextInput type="url" value={text} onValue={setText} placeholder={addressStart} spellCheck={false} />
      </Field>
      <Button type="submit" disabled={!source}>
        {t('Fetch')}
      </Button>
    </form>
  )
}
