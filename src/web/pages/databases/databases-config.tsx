import { Database, Download, Pencil, Plus, RefreshCw, Table2 } from 'lucide-react'
import { databaseSyncPermissions, type databaseList } from '#api/database.ts'
import type { RowOf } from '#api/declare/route.ts'
import { databaseImport } from '#api/import.ts'
import { databaseExport } from '#api/export.ts'
import { fullName } from '#core/format/full-name.ts'
import { t } from '#core/i18n/t.ts'
import { call, urlOf } from '../../data/call.ts'
import { errorText } from '../../data/call-error.ts'
import { paths } from '../../data/paths.ts'
import { databases, markChanged } from '../../data/resources.ts'
import type { Session } from '../../data/session.ts'
import type { ListConfig } from '../../lists/config.ts'
import { confirmBreaking } from '../../lists/removal/confirm-breaking.ts'
import { byLastEdited, creatorFilter, deletionFailed, editedColumn, lastEditedFirst } from '../../lists/parts.tsx'
import { accessEntry } from '../../lists/people/access-entry.tsx'
import { removalOf } from '../../lists/routes.ts'
import { openConnect } from '../../window/overlays.ts'
import { Button } from '../../ui/button/Button.tsx'
import { say } from '../../ui/feedback/toast.ts'
import { Health } from './Health.tsx'

const columns = [
  'id',
  'database_name',
  'backend',
  'allow_dml',
  'allow_file_upload',
  'expose_in_sqllab',
  'created_by.first_name',
  'created_by.last_name',
  'changed_on',
] as const

export type DatabaseRow = RowOf<typeof databaseList, (typeof columns)[number]>

const download = (rows: DatabaseRow[]): void => {
  window.location.href = urlOf(databaseExport, { q: rows.map(({ id }) => id) })
}

const syncPermissions = async ({ id }: DatabaseRow): Promise<void> => {
  try {
    say((await call(databaseSyncPermissions, { params: { pk: id } })).message, { kind: 'good' })
  } catch (error) {
    say(errorText(error), { kind: 'bad' })
  }
}

/** The API returns this time without its zone, which is UTC. */
const utc = (time: string) => (/Z|[+-]\d\d:?\d\d$/.test(time) ? time : `${time}Z`)

export const databasesConfig = ({
  session: { hasPermission },
  edit,
}: {
  session: Session
  edit: (id: number) => void
}): ListConfig<DatabaseRow> => {
  const canWrite = hasPermission('can_write', 'Database')
  const canExport = hasPermission('can_export', 'Database')
  const connect = canWrite && (
    <Button kind="primary" icon={<Plus />} onClick={() => openConnect()}>
      {t('Database')}
    </Button>
  )
  const datasets = (row: DatabaseRow) => paths.list(paths.datasets, { database: { label: row.database_name, value: row.id } })
  const allowedUses = (row: DatabaseRow) =>
    [row.allow_file_upload && t('uploads'), row.allow_dml && t('writing SQL'), row.expose_in_sqllab && t('SQL Lab')]
      .filter(Boolean)
      .join(', ')
  return {
    id: 'database',
    title: t('Databases'),
    noun: (count) => t.plural(count, 'database', 'databases'),
    list: (q) => databases.list({ ...q, columns }),
    count: databases.count,
    refresh: (client) => markChanged(client, { kind: 'database' }),
    search: { col: 'database_name', opr: 'ct', label: t('Search name') },
    filters: [
      creatorFilter('database'),
      { key: 'upload', label: t('Allows uploads'), condition: (value) => ({ col: 'allow_file_upload', opr: 'eq', value }) },
      { key: 'sqllab', label: t('In SQL Lab'), condition: (value) => ({ col: 'expose_in_sqllab', opr: 'eq', value }) },
    ],
    sorts: [byLastEdited(), { key: 'database_name', label: t('Name'), direction: 'asc' }],
    defaults: lastEditedFirst,
    name: (row) => row.database_name,
    open: datasets,
    icon: <Database />,
    shown: [
      { key: 'backend', head: t('Engine'), width: 160, cell: (row) => row.backend },
      { key: 'health', head: t('Health'), width: 144, hiddenOn: 'phone', cell: (row) => <Health id={row.id} /> },
      { key: 'uses', head: t('Allows'), width: 240, hiddenOn: 'tablet', cell: (row) => allowedUses(row) || '–' },
      {
        key: 'created_by',
        head: t('Created by'),
        width: 184,
        hiddenOn: 'tablet',
        cell: (row) => (row.created_by ? fullName(row.created_by) : '–'),
      },
      editedColumn((row) => utc(row.changed_on)),
    ],
    canEdit: () => canWrite,
    ...(canWrite && {
      remove: {
        ...removalOf('database'),
        confirm: (rows) =>
          confirmBreaking(
            'database',
            rows.map(({ id, database_name }) => ({ id, name: database_name })),
          ),
        failure: deletionFailed,
      },
    }),
    entries: (row) => [
      { key: 'datasets', label: t('Show datasets'), icon: <Table2 />, to: datasets(row) },
      ...(hasPermission('can_write', 'Dataset')
        ? [{ key: 'new', label: t('New dataset'), icon: <Plus />, to: `${paths.newDataset}?database_id=${row.id}` }]
        : []),
      ...accessEntry({ hasPermission }, 'database', row.id),
      ...(canExport ? [{ key: 'export', label: t('Export'), icon: <Download />, onSelect: () => download([row]) }] : []),
      ...(canWrite ? [{ key: 'sync', label: t('Sync permissions'), icon: <RefreshCw />, onSelect: () => void syncPermissions(row) }] : []),
      ...(canWrite ? [{ key: 'edit', label: t('Edit connection'), icon: <Pencil />, onSelect: () => edit(row.id) }] : []),
    ],
    ...(canExport && { bulk: [{ key: 'export', label: t('Export'), icon: <Download />, run: download }] }),
    imports: hasPermission('can_write', 'Database') && databaseImport,
    actions: connect,
    empty: {
      title: t('No databases yet'),
      text: t('Connect one to use its tables as datasets. Charts query the data in place.'),
      action: connect,
    },
  }
}
