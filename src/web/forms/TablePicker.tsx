import { useQuery } from '@tanstack/react-query'
import { databaseSchemas, databaseTables } from '#api/database-catalogue.ts'
import { t } from '#core/i18n/t.ts'
import { routeQuery } from '../data/resources.ts'
import { databasesByName } from '../data/wire/whole-lists.ts'
import { errorText } from '../data/call-error.ts'
import { Picker } from '../ui/choice/Picker.tsx'
import { Field } from '../ui/text/Field.tsx'

export const DatabasePicker = ({ value, onChange }: { value: number | null; onChange: (id: number) => void }) => {
  const { data, isPending, error } = useQuery(databasesByName)
  return (
    <Field label={t('Database')} error={error ? errorText(error) : undefined}>
      <Picker
        label={t('Database')}
        value={value}
        placeholder={t('Choose a database')}
        loading={isPending}
        options={(data?.result ?? []).map(({ id, database_name, backend }) => ({ value: id, label: database_name, note: backend }))}
        onChange={onChange}
      />
    </Field>
  )
}

type SchemaProps = { database: number | null; value: string | null; onChange: (name: string) => void }

export const SchemaPicker = ({ database, value, onChange }: SchemaProps) => {
  const { data, isFetching, error } = useQuery({
    ...routeQuery(databaseSchemas, { params: { pk: database ?? 0 }, q: {} }),
    enabled: database !== null,
    retry: false,
  })
  return (
    <Field label={t('Schema')} error={error ? errorText(error) : undefined}>
      <Picker
        label={t('Schema')}
        value={value}
        placeholder={database === null ? '–' : t('Choose a schema')}
        disabled={database === null}
        loading={isFetching}
        options={(data?.result ?? []).map((name) => ({ value: name, label: name }))}
        onChange={onChange}
      />
    </Field>
  )
}

type TableProps = SchemaProps & { schema: string | null; label?: string }

/** The tables and views of a schema. */
export const TablePicker = ({ database, schema, value, onChange, label = t('Table') }: TableProps) => {
  const { data, isFetching, error } = useQuery({
    ...routeQuery(databaseTables, { params: { pk: database ?? 0 }, q: { schema_name: schema ?? '' } }),
    enabled: database !== null && schema !== null,
    retry: false,
  })
  return (
    <Field label={label} error={error ? errorText(error) : undefined}>
      <Picker
        label={label}
        value={value}
        placeholder={schema === null ? '–' : t('Choose a table')}
        disabled={schema === null}
        loading={isFetching}
        options={(data?.result ?? []).map((table) => ({
          value: table.value,
          label: table.value,
          ...(table.type === 'view' && { note: t('view') }),
        }))}
        onChange={onChange}
      />
    </Field>
  )
}
