import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { databaseTableMetadata } from '#api/database-catalogue.ts'
import { datasetCreate } from '#api/dataset.ts'
import { t } from '#core/i18n/t.ts'
import { call } from '../../../data/call.ts'
import { errorText } from '../../../data/call-error.ts'
import { paths } from '../../../data/paths.ts'
import { markChanged, routeQuery } from '../../../data/resources.ts'
import { DatabasePicker, SchemaPicker, TablePicker } from '../../../forms/TablePicker.tsx'
import { Button } from '../../../ui/button/Button.tsx'
import { EmptyState } from '../../../ui/feedback/State.tsx'
import { Field } from '../../../ui/text/Field.tsx'
import { TextInput } from '../../../ui/text/TextInput.tsx'
import { JoinDiagram } from './JoinDiagram.tsx'
import { JoinKeys } from './JoinKeys.tsx'
import { JoinWarnings } from './JoinWarnings.tsx'
import { useSchema } from '../first-schema.ts'
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
  const navigate = useNavigate()
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
  const create = useMutation({
    mutationFn: async () => {
      const body = { database: database?.id ?? 0, schema, table_name: (name ?? proposedName).trim(), sql }
      const { id } = await call(datasetCreate, { body })
      await markChanged(client, { kind: 'dataset' })
      await navigate(paths.exploreDataset(id))
    },
  })
  const error = add.error ?? create.error

  return (
    <div className={css['page']}>
      <header className={css['head']}>
        <h1>{t('Join tables')}</h1>
        <Button
          kind="primary"
          busy={create.isPending}
          disabled={fault !== null || (name !== null && name.trim() === '')}
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
            setPlan(noPlan)
          }}
        />
        <SchemaPicker database={database?.id ?? null} value={schema} onChange={setSchema} />
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
      </div>
      {error && (
        <p role="alert" className={css['fault']}>
          {errorText(error)}
        </p>
      )}
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
    </div>
  )
}
