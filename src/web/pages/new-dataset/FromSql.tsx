import { useState } from 'react'
import { t } from '#core/i18n/t.ts'
import { StatementField } from '../../dataset/source/StatementField.tsx'
import { Field } from '../../ui/text/Field.tsx'
import { TextInput } from '../../ui/text/TextInput.tsx'
import { useLeaveGuard } from '../../window/use-leave-guard.ts'
import { DatasetForm } from './DatasetForm.tsx'
import { useSchema } from './first-schema.ts'
import { useCreateDataset } from './use-create-dataset.ts'

type Props = { database: { id: number; backend: string | null } | null; onDatabase: (id: number) => void }

const editorHeight = 360

/** Makes a dataset of a query. */
export const FromSql = ({ database, onDatabase }: Props) => {
  const [schema, setSchema] = useSchema(database?.id ?? null)
  const [name, setName] = useState('')
  const [sql, setSql] = useState('')
  const create = useCreateDataset()
  useLeaveGuard(sql.trim() !== '' && (create.isIdle || create.isError), (from, to) => from.pathname !== to.pathname)
  return (
    <DatasetForm
      title={t('Dataset from SQL')}
      database={database?.id ?? null}
      onDatabase={(id) => {
        onDatabase(id)
        setSchema(null)
      }}
      schema={schema}
      onSchema={setSchema}
      fields={
        <Field label={t('Dataset name')} required>
          <TextInput value={name} onValue={setName} maxLength={250} aria-required />
        </Field>
      }
      isComplete={name.trim() !== '' && sql.trim() !== ''}
      isCreating={create.isPending}
      onCreate={() => database && create.mutate({ database: database.id, schema, name, sql })}
      error={create.error}
    >
      <StatementField
        value={sql}
        onChange={setSql}
        backend={database?.backend ?? null}
        place={database && { database: database.id, schema }}
        height={editorHeight}
      />
    </DatasetForm>
  )
}
