import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { datasetCreate } from '#api/dataset.ts'
import { t } from '#core/i18n/t.ts'
import { call } from '../../../data/call.ts'
import { errorText } from '../../../data/call-error.ts'
import { paths } from '../../../data/paths.ts'
import { markChanged } from '../../../data/resources.ts'
import { StatementField } from '../../../dataset/source/StatementField.tsx'
import { DatabasePicker, SchemaPicker } from '../../../forms/TablePicker.tsx'
import { Button } from '../../../ui/button/Button.tsx'
import { Field } from '../../../ui/text/Field.tsx'
import { TextInput } from '../../../ui/text/TextInput.tsx'
import { useLeaveGuard } from '../../../window/use-leave-guard.ts'
import { useSchema } from '../first-schema.ts'
import css from './FromSql.module.css'

type Props = { database: { id: number; backend: string | null } | null; onDatabase: (id: number) => void }

const editorHeight = 360

/** Makes a dataset of a query. */
export const FromSql = ({ database, onDatabase }: Props) => {
  const [schema, setSchema] = useSchema(database?.id ?? null)
  const [name, setName] = useState('')
  const [sql, setSql] = useState('')
  const client = useQueryClient()
  const navigate = useNavigate()
  const create = useMutation({
    mutationFn: async () => {
      const { id } = await call(datasetCreate, { body: { database: database?.id ?? 0, schema, table_name: name.trim(), sql } })
      await markChanged(client, { kind: 'dataset' })
      return id
    },
    onSuccess: (id) => navigate(paths.exploreDataset(id)),
  })
  useLeaveGuard(sql.trim() !== '' && (create.isIdle || create.isError), (from, to) => from.pathname !== to.pathname)
  return (
    <div className={css['page']}>
      <header className={css['head']}>
        <h1>{t('Dataset from SQL')}</h1>
        <Button
          kind="primary"
          busy={create.isPending}
          disabled={database === null || name.trim() === '' || sql.trim() === ''}
          onClick={() => create.mutate()}
        >
          {t('Create and explore')}
        </Button>
      </header>
      <div className={css['choice']}>
        <DatabasePicker
          value={database?.id ?? null}
          onChange={(id) => {
            onDatabase(id)
            setSchema(null)
          }}
        />
        <SchemaPicker database={database?.id ?? null} value={schema} onChange={setSchema} />
        <Field label={t('Dataset name')} required>
          <TextInput value={name} onValue={setName} maxLength={250} aria-required />
        </Field>
      </div>
      {create.error && (
        <p role="alert" className={css['fault']}>
          {errorText(create.error)}
        </p>
      )}
      <StatementField
        value={sql}
        onChange={setSql}
        backend={database?.backend ?? null}
        place={database && { database: database.id, schema }}
        height={editorHeight}
      />
    </div>
  )
}
