import { Bookmark, ChartColumn, Download, Link, Pencil, Plus, SquareTerminal } from 'lucide-react'
import type { RowOf } from '#api/declare/route.ts'
import { savedQueryExport } from '#api/export.ts'
import { savedQueryImport } from '#api/import.ts'
import {
  savedQueryStar,
  savedQueryBulkDelete,
  savedQueryDelete,
  savedQueryDistinct,
  savedQueryStars,
  savedQueryList,
  savedQueryRelated,
  savedQueryUnstar,
} from '#api/saved-query.ts'
import { fullName } from '#core/format/full-name.ts'
import { t } from '#core/i18n/t.ts'
import { call, urlOf } from '../../data/call.ts'
import { paths } from '../../data/paths.ts'
import { sqlLabPaths } from '../../window/sql-lab-paths.ts'
import { listQueries, starsOf } from '../../data/resources.ts'
import type { Session } from '../../data/session.ts'
import type { ListConfig } from '../../lists/config.ts'
import { copyLink } from '../../lists/sharing/copy-link.ts'
import { routeOptions, tagOptions } from '../../lists/options.ts'
import { byLastEdited, deletionFailed, editedColumn, lastEditedFirst } from '../../lists/parts.tsx'
import { QueryPreview } from '../../lists/queries/QueryPreview.tsx'
import { customTags } from '../../lists/tags/custom-tags.ts'
import { ButtonLink } from '../../ui/button/Button.tsx'
import { Chip } from '../../ui/Chip.tsx'

const columns = [
  'id',
  'label',
  'description',
  'sql',
  'schema',
  'database.id',
  'database.database_name',
  'template_parameters',
  'rows',
  'changed_on',
  'created_by.id',
  'created_by.first_name',
  'created_by.last_name',
  'tags.id',
  'tags.name',
  'tags.type',
] as const

export type SavedQueryRow = RowOf<typeof savedQueryList, (typeof columns)[number]>

const queries = listQueries(savedQueryList)
const stars = { of: starsOf(savedQueryStars), add: savedQueryStar, remove: savedQueryUnstar }

const addressOf = ({ id }: Pick<SavedQueryRow, 'id'>) => sqlLabPaths.opening({ savedQueryId: id })

const download = (rows: readonly { id: number }[]) => {
  window.location.href = urlOf(savedQueryExport, { q: rows.map(({ id }) => id) })
}

type Dependencies = { session: Session; edit: (edited: SavedQueryRow) => void }

export const savedQueriesConfig = ({ session, edit }: Dependencies): ListConfig<SavedQueryRow> => {
  const { hasPermission, isAdmin } = session
  const canWrite = hasPermission('can_write', 'SavedQuery')
  const canExplore = hasPermission('can_read', 'Explore')
  const canExport = hasPermission('can_export', 'SavedQuery')
  const nameOf = (row: SavedQueryRow) => row.label || t('Untitled query')
  const add = (
    <ButtonLink kind="primary" icon={<Plus />} to={sqlLabPaths.opening({ new: true })}>
      {t('Query')}
    </ButtonLink>
  )
  return {
    id: 'saved_query',
    title: t('Saved Queries'),
    noun: (count) => t.plural(count, 'saved query', 'saved queries'),
    list: (q) => queries.list({ ...q, columns }),
    refresh: (client) => client.invalidateQueries({ queryKey: [savedQueryList.path] }),
    count: queries.count,
    search: { col: 'label', opr: 'all_text', label: t('Search name, description and SQL') },
    filters: [
      {
        key: 'database',
        label: t('Database'),
        options: routeOptions(savedQueryRelated, 'database'),
        condition: (value) => ({ col: 'database', opr: 'rel_o_m', value }),
      },
      {
        key: 'schema',
        label: t('Schema'),
        options: routeOptions(savedQueryDistinct, 'schema'),
        condition: (value) => ({ col: 'schema', opr: 'eq', value }),
      },
      {
        key: 'tags',
        label: t('Tags'),
        options: tagOptions,
        condition: (value) => ({ col: 'tags', opr: 'saved_query_tag_id', value }),
      },
      { key: 'favorite', label: t('Starred'), condition: (value) => ({ col: 'id', opr: 'saved_query_is_fav', value }) },
      ...(isAdmin
        ? [
            {
              key: 'created_by',
              label: t('Created by'),
              options: routeOptions(savedQueryRelated, 'created_by'),
              condition: (value: string | number | boolean) => ({ col: 'created_by', opr: 'rel_o_m', value }),
            },
          ]
        : []),
    ],
    sorts: [
      byLastEdited(),
      { key: 'label', label: t('Name'), direction: 'asc' },
      { key: 'database.database_name', label: t('Database'), direction: 'asc' },
      { key: 'schema', label: t('Schema'), direction: 'asc' },
    ],
    defaults: lastEditedFirst,
    name: nameOf,
    note: (row) => row.description || row.sql?.trim().split('\n')[0],
    open: addressOf,
    preview: (row, pane) => (
      <QueryPreview
        {...pane}
        title={nameOf(row)}
        sql={row.sql ?? ''}
        facts={[
          [t('Database'), row.database?.database_name ?? '–'],
          [t('Schema'), row.schema || '–'],
          ...(row.template_parameters ? [[t('Template parameters'), row.template_parameters] as const] : []),
          ...(row.description ? [[t('Description'), row.description] as const] : []),
          ...(customTags(row.tags).length > 0 ? [[t('Tags'), customTags(row.tags).join(', ')] as const] : []),
        ]}
        actions={
          <ButtonLink kind="primary" icon={<SquareTerminal />} to={addressOf(row)}>
            {t('Open in SQL Lab')}
          </ButtonLink>
        }
      />
    ),
    icon: <Bookmark />,
    shown: [
      {
        key: 'tags',
        head: t('Tags'),
        width: 184,
        hiddenOn: 'desktop',
        cell: (row) => customTags(row.tags).map((name) => <Chip key={name}>{name}</Chip>),
      },
      {
        key: 'database',
        head: t('Database'),
        sort: 'database.database_name',
        width: 184,
        hiddenOn: 'phone',
        cell: (row) => row.database?.database_name ?? '–',
      },
      { key: 'schema', head: t('Schema'), sort: 'schema', width: 144, hiddenOn: 'tablet', cell: (row) => row.schema || '–' },
      ...(isAdmin
        ? [
            {
              key: 'creator',
              head: t('Created by'),
              width: 144,
              hiddenOn: 'desktop' as const,
              cell: (row: SavedQueryRow) => (row.created_by ? fullName(row.created_by) : '–'),
            },
          ]
        : []),
      editedColumn((row) => `${row.changed_on}Z`),
    ],
    stars,
    canEdit: () => canWrite,
    ...(canWrite && {
      remove: {
        one: (id) => call(savedQueryDelete, { params: { pk: id } }),
        many: (ids) => call(savedQueryBulkDelete, { q: ids }),
        failure: deletionFailed,
      },
    }),
    entries: (row) => [
      { key: 'open', label: t('Open in SQL Lab'), icon: <SquareTerminal />, to: addressOf(row) },
      ...(canExplore && row.database
        ? [{ key: 'explore', label: t('Create chart'), icon: <ChartColumn />, to: paths.exploreSavedQuery(row.id) }]
        : []),
      ...(canWrite ? [{ key: 'edit', label: t('Edit'), icon: <Pencil />, onSelect: () => edit(row) }] : []),
      { key: 'link', label: t('Copy link'), icon: <Link />, onSelect: () => void copyLink(addressOf(row)) },
      ...(canExport ? [{ key: 'export', label: t('Export'), icon: <Download />, onSelect: () => download([row]) }] : []),
    ],
    ...(canExport && { bulk: [{ key: 'export', label: t('Export'), icon: <Download />, run: download }] }),
    imports: canWrite && savedQueryImport,
    actions: add,
    empty: {
      title: t('No saved queries yet'),
      text: t('Save a query in SQL Lab to find it here again.'),
      action: add,
    },
  }
}
