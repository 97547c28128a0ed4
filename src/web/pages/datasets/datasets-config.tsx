import { ChartColumn, ClipboardPaste, Code, Combine, Copy, Database, Download, Pencil, Plus, Share, Table2, Upload } from 'lucide-react'
import type { datasetList } from '#api/dataset.ts'
import type { RowOf } from '#api/declare/route.ts'
import { datasetExport } from '#api/export.ts'
import { datasetImport } from '#api/import.ts'
import { t } from '#core/i18n/t.ts'
import { urlOf } from '../../data/call.ts'
import { paths } from '../../data/paths.ts'
import { datasets, markChanged } from '../../data/resources.ts'
import type { Session } from '../../data/session.ts'
import type { ListConfig } from '../../lists/config.ts'
import { confirmBreaking } from '../../lists/removal/confirm-breaking.ts'
import { copyLink } from '../../lists/sharing/copy-link.ts'
import { datasetValues, listed, relatedOptions } from '../../lists/options.ts'
import { byLastEdited, deletionFailed, editedColumn, lastEditedFirst, ownersColumn, ownersFilter, canEditIn } from '../../lists/parts.tsx'
import { accessEntry } from '../../lists/people/access-entry.tsx'
import { removalOf } from '../../lists/routes.ts'
import { openConnect, openUpload } from '../../window/overlays.ts'
import { openPaste } from '../../upload/open-paste.ts'
import { notesOf } from '../../dataset/notes/notes.ts'
import { Button } from '../../ui/button/Button.tsx'
import { Menu } from '../../ui/overlay/Menu.tsx'

const columns = [
  'id',
  'table_name',
  'kind',
  'schema',
  'description',
  'extra',
  'database.id',
  'database.database_name',
  'explore_url',
  'owners.id',
  'owners.first_name',
  'owners.last_name',
  'changed_on_utc',
] as const

export type DatasetRow = RowOf<typeof datasetList, (typeof columns)[number]>

type Dependencies = { session: Session; edit: (id: number) => void; duplicate: (row: DatasetRow) => void }

const download = (rows: DatasetRow[]): void => {
  window.location.href = urlOf(datasetExport, { q: rows.map(({ id }) => id) })
}

export const datasetsConfig = ({ session, edit, duplicate }: Dependencies): ListConfig<DatasetRow> => {
  const { user, hasPermission } = session
  const canWrite = hasPermission('can_write', 'Dataset')
  const canExport = hasPermission('can_export', 'Dataset')
  const canDuplicate = hasPermission('can_duplicate', 'Dataset')
  const newDataset = canWrite && (
    <Menu
      label={t('New dataset')}
      align="end"
      entries={[
        { key: 'table', label: t('From a table'), icon: <Table2 />, to: paths.newDataset },
        { key: 'join', label: t('From joined tables'), icon: <Combine />, to: paths.joinTables() },
        { key: 'sql', label: t('From SQL'), icon: <Code />, to: paths.datasetFromSql() },
        ...(hasPermission('can_upload', 'Database')
          ? [
              { key: 'file', label: t('From a file'), icon: <Upload />, onSelect: () => openUpload() },
              { key: 'paste', label: t('From a pasted table'), icon: <ClipboardPaste />, onSelect: openPaste },
            ]
          : []),
        ...(hasPermission('can_write', 'Database')
          ? ['divider' as const, { key: 'database', label: t('Connect a database'), icon: <Database />, onSelect: () => openConnect() }]
          : []),
      ]}
    >
      <Button kind="primary" icon={<Plus />}>
        {t('Dataset')}
      </Button>
    </Menu>
  )
  const owns = canEditIn(session)
  const canEdit = (row: DatasetRow) => canWrite && owns(row)
  return {
    id: 'dataset',
    title: t('Datasets'),
    noun: (count) => t.plural(count, 'dataset', 'datasets'),
    list: (q) => datasets.list({ ...q, columns }),
    count: datasets.count,
    refresh: (client) => markChanged(client, { kind: 'dataset' }),
    search: { col: 'table_name', opr: 'ct', label: t('Search name') },
    filters: [
      {
        key: 'database',
        label: t('Database'),
        options: relatedOptions('dataset', 'database'),
        condition: (value) => ({ col: 'database', opr: 'rel_o_m', value }),
      },
      {
        key: 'schema',
        label: t('Schema'),
        options: datasetValues('schema'),
        condition: (value) => ({ col: 'schema', opr: 'eq', value }),
      },
      {
        key: 'kind',
        label: t('Kind'),
        options: listed('datasets kind', () => [
          { value: true, label: t('Table') },
          { value: false, label: t('Query') },
        ]),
        condition: (value) => ({ col: 'sql', opr: 'dataset_is_null_or_empty', value }),
      },
      ownersFilter('dataset'),
      { key: 'certified', label: t('Certified'), condition: (value) => ({ col: 'id', opr: 'dataset_is_certified', value }) },
    ],
    sorts: [
      byLastEdited(),
      { key: 'table_name', label: t('Name'), direction: 'asc' },
      { key: 'database.database_name', label: t('Database'), direction: 'asc' },
      { key: 'schema', label: t('Schema'), direction: 'asc' },
    ],
    defaults: lastEditedFirst,
    name: (row) => row.table_name,
    note: (row) => row.description,
    marks: ({ extra }) => notesOf(extra),
    open: (row) => paths.exploreDataset(row.id),
    icon: <Table2 />,
    shown: [
      { key: 'kind', head: t('Kind'), width: 120, hiddenOn: 'tablet', cell: (row) => (row.kind === 'virtual' ? t('Query') : t('Table')) },
      {
        key: 'database',
        head: t('Database'),
        sort: 'database.database_name',
        width: 184,
        hiddenOn: 'phone',
        cell: (row) => row.database?.database_name ?? '–',
      },
      { key: 'schema', head: t('Schema'), sort: 'schema', width: 160, hiddenOn: 'desktop', cell: (row) => row.schema || '–' },
      ownersColumn(user.id, { width: 160, hiddenOn: 'desktop' }),
      editedColumn((row) => row.changed_on_utc),
    ],
    canEdit,
    ...(canWrite && {
      remove: {
        ...removalOf('dataset'),
        confirm: (rows) =>
          confirmBreaking(
            'dataset',
            rows.map(({ id, table_name }) => ({ id, name: table_name })),
          ),
        failure: deletionFailed,
      },
    }),
    entries: (row) => [
      { key: 'explore', label: t('New chart'), icon: <ChartColumn />, to: paths.exploreDataset(row.id) },
      { key: 'page', label: t('Open dataset'), icon: <Table2 />, to: paths.dataset(row.id) },
      ...(canEdit(row) ? [{ key: 'edit', label: t('Edit dataset'), icon: <Pencil />, onSelect: () => edit(row.id) }] : []),
      ...(canDuplicate && row.kind === 'virtual'
        ? [{ key: 'duplicate', label: t('Duplicate'), icon: <Copy />, onSelect: () => duplicate(row) }]
        : []),
      ...(canExport ? [{ key: 'export', label: t('Export'), icon: <Download />, onSelect: () => download([row]) }] : []),
      { key: 'link', label: t('Copy link'), icon: <Share />, onSelect: () => void copyLink(paths.exploreDataset(row.id)) },
      ...accessEntry(session, 'dataset', row.id),
    ],
    ...(canExport && { bulk: [{ key: 'export', label: t('Export'), icon: <Download />, run: download }] }),
    imports: hasPermission('can_write', 'Dataset') && datasetImport,
    actions: newDataset,
    empty: {
      title: t('No datasets yet'),
      text: t('Drop a file anywhere, or connect a database and choose a table.'),
      action: newDataset,
    },
  }
}
