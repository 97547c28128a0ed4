import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useWatch } from 'react-hook-form'
import { uploadCompareRoute, uploadDatabasesRoute, type UploadDatabase } from '#api/upload.ts'
import { t } from '#core/i18n/t.ts'
import { call } from '../../data/call.ts'
import { errorText } from '../../data/call-error.ts'
import { routeQuery } from '../../data/resources.ts'
import { SchemaPicker } from '../../forms/TablePicker.tsx'
import { FormField, TextField } from '../../forms/FormField.tsx'
import type { EditForm } from '../../forms/use-edit-form.ts'
import { Checkbox } from '../../ui/choice/Checkbox.tsx'
import { Picker } from '../../ui/choice/Picker.tsx'
import type { Target, Upload } from '../use-upload.ts'
import { Differences } from './Differences.tsx'
import css from './Target.module.css'

type Props = { form: EditForm<Target>; upload: Upload }

/** The table that a file is for: its name, its place, and what happens to a table that is there. */
export const TargetFields = ({ form, upload }: Props) => {
  const databases = useQuery(routeQuery(uploadDatabasesRoute)).data?.result ?? []
  const id = useWatch({ control: form.control, name: 'database_id' })
  const database = databases.find((one) => one.database_id === id)
  return (
    <>
      <TextField form={form} name="table_name" label={t('Dataset name')} required maxLength={250} spellCheck={false} />
      {databases.length > 1 && (
        <FormField form={form} name="database_id" label={t('Database')}>
          {({ value, onValue }) => (
            <Picker
              label={t('Database')}
              value={value ?? 0}
              options={databases.map(({ database_id, name, backend }) => ({ value: database_id ?? 0, label: name, note: backend }))}
              onChange={(next) => {
                onValue(next === 0 ? null : next)
                form.setValue('schema', next === 0 ? 'main' : '')
              }}
            />
          )}
        </FormField>
      )}
      <Schema form={form} database={database} />
      <Existing form={form} upload={upload} />
      <Sheets form={form} upload={upload} />
    </>
  )
}

const Schema = ({ form, database }: { form: Props['form']; database: UploadDatabase | undefined }) => {
  const schema = useWatch({ control: form.control, name: 'schema' })
  const choose = (name: string) => form.setValue('schema', name, { shouldDirty: true })
  if (!database || database.database_id === null)
    return <TextField form={form} name="schema" label={t('Schema')} maxLength={250} spellCheck={false} />
  if (database.schemas.length > 0)
    return (
      <FormField form={form} name="schema" label={t('Schema')}>
        {({ value, onValue }) => (
          <Picker
            label={t('Schema')}
            value={value || null}
            placeholder={t('Choose a schema')}
            options={database.schemas.map((name) => ({ value: name, label: name }))}
            onChange={onValue}
          />
        )}
      </FormField>
    )
  return <SchemaPicker database={database.database_id} value={schema || null} onChange={choose} />
}

/** Compares the file with the table of that name, if there is one, and asks what happens to it. */
const Existing = ({ form, upload: { uploaded, preview } }: Props) => {
  const [name, schema, id] = useWatch({ control: form.control, name: ['table_name', 'schema', 'database_id'] })
  const columns = preview.data?.columns.map((column) => ({ name: column.name, type: column.type }))
  const body = { table_name: name.trim(), schema: schema.trim(), ...(id !== null && { database_id: id }), columns: columns ?? [] }
  const { data, error } = useQuery({
    queryKey: [uploadCompareRoute.path, uploaded?.upload_id, body],
    enabled: Boolean(uploaded && columns && name.trim()),
    retry: false,
    gcTime: 0,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => call(uploadCompareRoute, { params: { upload_id: uploaded?.upload_id ?? '' }, body }, { signal }),
  })
  const differences = data?.result
  // What is to happen to one table is not meant for another.
  const decidedFor = useRef(`${name} ${schema} ${id}`)
  useEffect(() => {
    const place = `${name} ${schema} ${id}`
    if (decidedFor.current === place) return
    decidedFor.current = place
    form.setValue('already_exists', 'fail')
  }, [form, name, schema, id])
  if (error)
    return (
      <p role="alert" className={css['fault']}>
        {errorText(error)}
      </p>
    )
  if (!differences) return null
  return (
    <div className={css['existing']}>
      <FormField form={form} name="already_exists" label={t('This table exists')}>
        {({ value, onValue }) => (
          <Picker
            label={t('This table exists')}
            value={value}
            options={[
              { value: 'fail', label: t('Choose another name') },
              { value: 'append', label: t('Append the rows') },
              { value: 'replace', label: t('Replace the table') },
            ]}
            onChange={onValue}
          />
        )}
      </FormField>
      <Differences differences={differences} />
    </div>
  )
}

/** Other sheets or tables of the file, each of which may become a table. */
const Sheets = ({ form, upload: { preview, options } }: Props) => {
  const chosen = useWatch({ control: form.control, name: 'sheets' })
  const current = options.table ?? preview.data?.tables[0]
  const others = (preview.data?.tables ?? []).filter((name) => name !== current)
  if (others.length === 0) return null
  return (
    <fieldset className={css['sheets']}>
      <legend>{t('Also create tables of')}</legend>
      {others.map((name) => (
        <Checkbox
          key={name}
          label={name}
          checked={chosen.includes(name)}
          onChange={(on) =>
            form.setValue(
              'sheets',
              others.filter((other) => (other === name ? on : chosen.includes(other))),
              { shouldDirty: true },
            )
          }
        >
          {name}
        </Checkbox>
      ))}
    </fieldset>
  )
}
