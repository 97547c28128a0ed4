import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Combine, Database, Eye, Plus, SquareTerminal, Table2 } from 'lucide-react'
import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { databaseSchemas, databaseTableMetadata } from '#api/database-catalogue.ts'
import { datasetGetOrCreate, datasetList } from '#api/dataset.ts'
import { t } from '#core/i18n/t.ts'
import { call } from '../../data/call.ts'
import { errorText } from '../../data/call-error.ts'
import { paths } from '../../data/paths.ts'
import { markChanged, routeQuery } from '../../data/resources.ts'
import { databasesByName, wholeList } from '../../data/wire/whole-lists.ts'
import { useSession } from '../../data/session.ts'
import { lazyPart } from '../../lazy/lazy-part.tsx'
import { openConnect } from '../../window/overlays.ts'
import { usePageTitle } from '../../window/use-page-title.ts'
import { Button, ButtonLink } from '../../ui/button/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { Field } from '../../ui/text/Field.tsx'
import { Picker } from '../../ui/choice/Picker.tsx'
import { ProgressLine } from '../../ui/feedback/ProgressLine.tsx'
import { SearchInput } from '../../ui/text/SearchInput.tsx'
import { EmptyState, ErrorState } from '../../ui/feedback/State.tsx'
import { say } from '../../ui/feedback/toast.ts'
import { UploadPrompt } from '../../upload/UploadPrompt.tsx'
import { tablesQuery, useFirstSchema } from './first-schema.ts'
import { TableColumns } from './TableColumns.tsx'
import css from './NewDatasetPage.module.css'

const FromSql = lazyPart(async () => (await import('./FromSql.tsx')).FromSql)
const JoinTables = lazyPart(async () => (await import('./join/JoinTables.tsx')).JoinTables)

/** A dataset of one table, with `?join` of several, with `?sql` of a query. */
const NewDatasetPage = () => {
  const [search, setSearch] = useSearchParams()
  const { data } = useQuery(databasesByName)
  usePageTitle(t('New dataset'))
  const way = search.has('join') ? 'join' : search.has('sql') ? 'sql' : null
  if (way === null) return <OneTable />
  const id = Number(search.get('database_id'))
  const found = data?.result.find((database) => database.id === id)
  const Way = way === 'join' ? JoinTables : FromSql
  return (
    <Way
      database={id ? { id, backend: found?.backend ?? null } : null}
      onDatabase={(next) => setSearch({ [way]: '', database_id: String(next) }, { replace: true })}
    />
  )
}

/** Chooses database, schema and table for a new dataset. */
const OneTable = () => {
  const session = useSession()
  const { hasPermission } = session
  const [search, setSearch] = useSearchParams()
  const navigate = useNavigate()
  const client = useQueryClient()
  const [filter, setFilter] = useState('')
  const databaseList = useQuery(databasesByName)
  const database =
    Number(search.get('database_id')) || (databaseList.data?.result.length === 1 ? (databaseList.data.result[0]?.id ?? 0) : 0)
  const table = search.get('table')
  const set = (change: Record<string, string | null>) => {
    const next = new URLSearchParams(search)
    for (const [key, value] of Object.entries(change)) {
      if (value === null) next.delete(key)
      else next.set(key, value)
    }
    setSearch(next, { replace: true })
  }

  const schemas = useQuery({
    ...routeQuery(databaseSchemas, { params: { pk: database }, q: {} }),
    enabled: database > 0,
    retry: false,
  })
  const chosen = search.get('schema')
  const first = useFirstSchema(database, chosen === null ? schemas.data?.result : undefined)
  const schema = chosen ?? first.data ?? null
  const tables = useQuery({ ...tablesQuery(database, schema), enabled: database > 0 && schema !== null })
  const existingDatasets = useQuery({
    ...wholeList(datasetList, {
      columns: ['id', 'table_name'],
      filters: [
        { col: 'database', opr: 'rel_o_m', value: database },
        { col: 'schema', opr: 'eq', value: schema },
        { col: 'sql', opr: 'dataset_is_null_or_empty', value: true },
      ],
    }),
    enabled: database > 0 && schema !== null,
    select: ({ result }) => new Map(result.map(({ id, table_name }) => [table_name, id])),
  })
  const metadata = useQuery({
    ...routeQuery(databaseTableMetadata, { params: { pk: database }, query: { name: table ?? '', ...(schema && { schema }) } }),
    enabled: database > 0 && table !== null,
    retry: false,
  })
  const create = useMutation({
    mutationFn: () => call(datasetGetOrCreate, { body: { database_id: database, schema, table_name: table ?? '' } }),
    onSuccess: ({ result }) => markChanged(client, { kind: 'dataset' }).then(() => result.table_id),
  })
  const createDataset = async (explore: boolean) => {
    const { result } = await create.mutateAsync()
    if (explore) return navigate(paths.exploreDataset(result.table_id))
    say(t('Dataset %(name)s created', { name: table ?? '' }), { kind: 'good' })
  }
  const existing = table === null ? undefined : existingDatasets.data?.get(table)
  const shown = (tables.data?.result ?? []).filter(({ value }) => value.toLowerCase().includes(filter.trim().toLowerCase()))
  const failed = schemas.error ?? first.error ?? tables.error

  return (
    <div className={css['page']}>
      <aside className={css['side']}>
        <h1 className={css['title']}>{t('New dataset')}</h1>
        <Field label={t('Database')}>
          <Picker
            label={t('Database')}
            value={database || null}
            placeholder={t('Choose a database')}
            loading={databaseList.isPending}
            options={(databaseList.data?.result ?? []).map(({ id, database_name, backend }) => ({
              value: id,
              label: database_name,
              note: backend,
            }))}
            onChange={(id) => set({ database_id: String(id), schema: null, table: null })}
          />
        </Field>
        {hasPermission('can_write', 'Database') && (
          <Button kind="link" className={css['connect'] ?? ''} icon={<Plus />} onClick={() => openConnect()}>
            {t('Connect a database')}
          </Button>
        )}
        {database > 0 && (
          <ButtonLink kind="link" className={css['connect'] ?? ''} icon={<Combine />} to={paths.joinTables(database)}>
            {t('Join tables')}
          </ButtonLink>
        )}
        {database > 0 && (
          <ButtonLink kind="link" className={css['connect'] ?? ''} icon={<SquareTerminal />} to={paths.datasetFromSql(database)}>
            {t('From SQL')}
          </ButtonLink>
        )}
        <Field label={t('Schema')}>
          <Picker
            label={t('Schema')}
            value={schema}
            placeholder={database ? t('Choose a schema') : '–'}
            disabled={!database}
            loading={schemas.isPending || first.isFetching}
            options={(schemas.data?.result ?? []).map((name) => ({ value: name, label: name }))}
            onChange={(name) => set({ schema: name, table: null })}
          />
        </Field>
        {database > 0 && (
          <>
            <SearchInput
              label={t('Search tables')}
              placeholder={
                tables.data ? t.plural(tables.data.result.length, 'Search %(count)s table', 'Search %(count)s tables') : t('Search tables')
              }
              value={filter}
              onValue={setFilter}
            />
            <div className={css['tables']}>
              {(schemas.isFetching || first.isFetching || tables.isFetching) && <ProgressLine label={t('Loading')} />}
              {failed && (
                <ErrorState
                  title={t('The tables could not be loaded')}
                  text={errorText(failed)}
                  onRetry={() => void (schemas.error ? schemas : first.error ? first : tables).refetch()}
                />
              )}
              <ul aria-label={t('Tables')}>
                {shown.map(({ value, type }) => (
                  <li key={value}>
                    <button
                      type="button"
                      className={cx(css['table'], value === table && css['chosen'])}
                      aria-pressed={value === table}
                      onClick={() => set({ table: value, schema })}
                    >
                      {type === 'view' ? <Eye aria-hidden /> : <Table2 aria-hidden />}
                      <span>{value}</span>
                      {existingDatasets.data?.has(value) && <small>{t('dataset')}</small>}
                    </button>
                  </li>
                ))}
              </ul>
              {tables.data && shown.length === 0 && (
                <p className={css['none']}>{filter ? t('No results found') : t('This schema has no tables.')}</p>
              )}
            </div>
          </>
        )}
      </aside>
      <section className={css['main']}>
        {table === null ? (
          <>
            <div className={css['bring']}>
              <UploadPrompt session={session} canConnect={false} />
            </div>
            <EmptyState
              icon={<Database />}
              title={database ? t('Choose a table') : t('Choose a database')}
              text={t('A dataset describes the columns, times and metrics of a table. Charts are built on it.')}
            />
          </>
        ) : (
          <TableColumns
            table={table}
            schema={schema}
            metadata={metadata.data}
            error={metadata.error}
            onRetry={() => void metadata.refetch()}
            actions={
              <>
                {create.error && (
                  <span role="alert" className={css['fault']}>
                    {errorText(create.error)}
                  </span>
                )}
                {existing === undefined && (
                  <Button busy={create.isPending} onClick={() => void createDataset(false).catch(() => undefined)}>
                    {t('Create dataset')}
                  </Button>
                )}
                <Button kind="primary" busy={create.isPending} onClick={() => void createDataset(true).catch(() => undefined)}>
                  {existing === undefined ? t('Create and explore') : t('Explore')}
                </Button>
              </>
            }
          />
        )}
      </section>
    </div>
  )
}

export default NewDatasetPage
