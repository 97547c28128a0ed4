import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { databaseTableMetadata } from '#api/database-catalogue.ts'
import { t } from '#core/i18n/t.ts'
import { routeQuery } from '../../../data/resources.ts'
import { TablePicker } from '../../../forms/TablePicker.tsx'
import { EmptyState } from '../../../ui/feedback/State.tsx'
import { Field } from '../../../ui/text/Field.tsx'
import { TextInput } from '../../../ui/text/TextInput.tsx'
import { JoinDiagram } from './JoinDiagram.tsx'
import { JoinKeys } from './JoinKeys.tsx'
import { JoinWarnings } from './JoinWarnings.tsx'
import { DatasetForm } from '../DatasetForm.tsx'
import { useSchema } from '../first-schema.ts'
import { useCreateDataset } from '../use-create-dataset.ts'
import css from './Join.module.css'
import { aliasFor, faultOf, joinSql, proposeJoin, shownByDefault, type JoinFault, type JoinPlan } from './join.ts'

const faultTexts: Record<JoinFault, () => string> = {
  'too few tables': () => t('Add a second table.'),
  'no keys': () => t('A table is not connected: choose the columns that match.'),
  'no columns': () => t('Choose a column of the result.'),
}

const noPlan: JoinPlan = { tables: [], joins: [] }

type Props = { database: { id: number; backend: string | null } | null; onDatabase: (id: number) => void }

/** Builds a dataset of several tables: they are drawn as boxes, and lines connect the columns that match. */
export const JoinTables = ({ database, onDatabase }: Props) => {
  const [schema, setSchema] = useSchema(database?.id ?? null)
  const [plan, setPlan] = useState(noPlan)
  const [name, setName] = useState<string | null>(null)
  const client = useQueryClient()
  const { tables, joins } = plan

  const add = useMutation({
    mutationFn: async (table: string) => {
      const query = { name: table, ...(schema && { schema }) }
      const route = routeQuery(databaseTableMetadata, { params: { pk: database?.id ?? 0 }, query })
      const { columns, primaryKey } = await client.fetchQuery({ ...route, staleTime: 30_000, retry: false })
      const added = {
        alias: aliasFor(
          table,
          tables.map(({ alias }) => alias),
        ),
        schema,
        table,
        columns: columns.map((column) => ({ name: column.name, type: column.type })),
        primaryKey: primaryKey.constrained_columns ?? [],
        shown: columns.map((column) => column.name),
      }
      if (tables.length === 0) return setPlan({ tables: [added], joins: [] })
      const join = proposeJoin(tables, added)
      setPlan({ tables: [...tables, { ...added, shown: shownByDefault(added, join.keys) }], joins: [...joins, join] })
    },
  })
  const fault = faultOf(plan)
  const sql = tables.length > 0 ? joinSql(plan, database?.backend ?? null) : ''
  const proposedName = tables.map(({ table }) => table).join(' + ')
  const create = useCreateDataset()

  return (
    <DatasetForm
      title={t('Join tables')}
      database={database?.id ?? null}
      onDatabase={(id) => {
        onDatabase(id)
        setSchema(null)
        setPlan(noPlan)
      }}
      schema={schema}
      onSchema={setSchema}
      fields={
        <>
          <TablePicker
            database={database?.id ?? null}
            schema={schema}
            value={null}
            label={t('Add a table')}
            onChange={(table) => add.mutate(table)}
          />
          <Field label={t('Dataset name')}>
            <TextInput value={name ?? proposedName} onValue={setName} maxLength={250} />
          </Field>
        </>
      }
      isComplete={fault === null && name?.trim() !== ''}
      isCreating={create.isPending}
      onCreate={() => database && create.mutate({ database: database.id, schema, name: name ?? proposedName, sql })}
      error={add.error ?? create.error}
    >
      {tables.length === 0 ? (
        <EmptyState
          title={t('Choose the first table')}
          text={t('Then add the tables that explain it. Matching columns are proposed from their names and types.')}
        />
      ) : (
        <>
          <JoinDiagram plan={plan} onChange={setPlan} />
          {tables.length > 1 && <JoinKeys plan={plan} onChange={setPlan} />}
          <div role="status" className={css['notes']}>
            {fault !== null && <p>{faultTexts[fault]()}</p>}
            {database && <JoinWarnings database={database.id} plan={plan} />}
          </div>
          <details className={css['sql']}>
            <summary>{t('SQL')}</summary>
            <pre>{sql}</pre>
          </details>
        </>
      )}
    </DatasetForm>
  )
}
