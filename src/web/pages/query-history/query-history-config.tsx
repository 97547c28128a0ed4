import { History, Link, Play, SquareTerminal } from 'lucide-react'
import type { RowOf } from '#api/declare/route.ts'
import { queryDistinct, queryList, queryRelated } from '#api/query.ts'
import { fullName } from '#core/format/full-name.ts'
import { t } from '#core/i18n/t.ts'
import { paths } from '../../data/paths.ts'
import { sqlLabPaths } from '../../window/sql-lab-paths.ts'
import { listQueries } from '../../data/resources.ts'
import type { Session } from '../../data/session.ts'
import type { ListConfig } from '../../lists/config.ts'
import { copyLink } from '../../lists/sharing/copy-link.ts'
import { routeOptions } from '../../lists/options.ts'
import { editedColumn } from '../../lists/parts.tsx'
import { QueryPreview } from '../../lists/queries/QueryPreview.tsx'
import { QueryStatus } from '../../lists/queries/QueryStatus.tsx'
import { durationText, statusText } from '../../lists/queries/query-facts.ts'
import { ButtonLink } from '../../ui/button/Button.tsx'

const columns = [
  'id',
  'sql',
  'executed_sql',
  'status',
  'schema',
  'rows',
  'tab_name',
  'start_time',
  'end_time',
  'changed_on',
  'error_message',
  'database.id',
  'database.database_name',
  'user.id',
  'user.first_name',
  'user.last_name',
] as const

export type QueryRow = RowOf<typeof queryList, (typeof columns)[number]>

const queries = listQueries(queryList)

/** Lines of the text that the list shows, as in Superset. */
const maxLines = 4

const shortText = (sql: string): string => {
  const lines = sql.trim().split('\n')
  return lines.length > maxLines ? [...lines.slice(0, maxLines), '...'].join('\n') : lines.join('\n')
}

const addressOf = ({ id }: Pick<QueryRow, 'id'>) => sqlLabPaths.opening({ queryId: id })
const rerunAddressOf = ({ id }: QueryRow) => sqlLabPaths.opening({ queryId: id, autorun: true })

export const queryHistoryConfig = ({ isAdmin, hasPermission }: Session): ListConfig<QueryRow> => {
  const seesAll = isAdmin || hasPermission('all_query_access', 'all_query_access')
  const add = (
    <ButtonLink icon={<SquareTerminal />} to={paths.sqlLab}>
      {t('SQL Lab')}
    </ButtonLink>
  )
  return {
    id: 'query',
    title: t('Query History'),
    noun: (count) => t.plural(count, 'query', 'queries'),
    list: (q) => queries.list({ ...q, columns }),
    refresh: (client) => client.invalidateQueries({ queryKey: [queryList.path] }),
    count: queries.count,
    search: { col: 'sql', opr: 'ct', label: t('Search SQL') },
    filters: [
      {
        key: 'database',
        label: t('Database'),
        options: routeOptions(queryRelated, 'database'),
        condition: (value) => ({ col: 'database', opr: 'rel_o_m', value }),
      },
      {
        key: 'status',
        label: t('Status'),
        options: routeOptions(queryDistinct, 'status'),
        condition: (value) => ({ col: 'status', opr: 'eq', value }),
      },
      ...(seesAll
        ? [
            {
              key: 'user',
              label: t('User'),
              options: routeOptions(queryRelated, 'user'),
              condition: (value: string | number | boolean) => ({ col: 'user', opr: 'rel_o_m', value }),
            },
          ]
        : []),
    ],
    sorts: [
      { key: 'start_time', label: t('Time'), direction: 'desc' },
      { key: 'duration', label: t('Duration'), direction: 'desc' },
      { key: 'rows', label: t('Rows'), direction: 'desc' },
      { key: 'database.database_name', label: t('Database'), direction: 'asc' },
    ],
    defaults: { sort: 'start_time', direction: 'desc', cards: false },
    name: (row) => shortText(row.sql).split('\n')[0] ?? '',
    note: (row) => shortText(row.sql).split('\n').slice(1).join(' ') || row.tab_name,
    open: addressOf,
    preview: (row, pane) => (
      <QueryPreview
        {...pane}
        title={row.tab_name || t('Query')}
        sql={row.sql}
        facts={[
          [t('Status'), statusText(row.status)],
          ...(row.error_message ? [[t('Error'), row.error_message] as const] : []),
          [t('Database'), row.database?.database_name ?? '–'],
          [t('Schema'), row.schema || '–'],
          [t('Duration'), durationText(row.start_time, row.end_time)],
          [t('Rows'), row.rows === null ? '–' : row.rows.toLocaleString(t.locale)],
          ...(row.user ? [[t('User'), fullName(row.user)] as const] : []),
        ]}
        actions={
          <>
            <ButtonLink icon={<Play />} to={rerunAddressOf(row)}>
              {t('Run again')}
            </ButtonLink>
            <ButtonLink kind="primary" icon={<SquareTerminal />} to={addressOf(row)}>
              {t('Open in SQL Lab')}
            </ButtonLink>
          </>
        }
      />
    ),
    icon: <History />,
    shown: [
      {
        key: 'status',
        head: t('Status'),
        width: 128,
        cell: (row) => <QueryStatus status={row.status} />,
      },
      {
        key: 'duration',
        head: t('Duration'),
        sort: 'duration',
        width: 104,
        hiddenOn: 'tablet',
        cell: (row) => durationText(row.start_time, row.end_time),
      },
      {
        key: 'rows',
        head: t('Rows'),
        sort: 'rows',
        width: 96,
        hiddenOn: 'tablet',
        cell: (row) => (row.rows === null ? '–' : row.rows.toLocaleString(t.locale)),
      },
      {
        key: 'database',
        head: t('Database'),
        sort: 'database.database_name',
        width: 160,
        hiddenOn: 'desktop',
        cell: (row) => row.database?.database_name ?? '–',
      },
      ...(seesAll
        ? [
            {
              key: 'user',
              head: t('User'),
              width: 144,
              hiddenOn: 'desktop' as const,
              cell: (row: QueryRow) => (row.user ? fullName(row.user) : '–'),
            },
          ]
        : []),
      { ...editedColumn<QueryRow>((row) => `${row.changed_on}Z`), head: t('Time'), sort: 'start_time' },
    ],
    canEdit: () => false,
    entries: (row) => [
      { key: 'open', label: t('Open in SQL Lab'), icon: <SquareTerminal />, to: addressOf(row) },
      { key: 'run', label: t('Run again'), icon: <Play />, to: rerunAddressOf(row) },
      { key: 'link', label: t('Copy link'), icon: <Link />, onSelect: () => void copyLink(addressOf(row)) },
    ],
    actions: add,
    empty: {
      title: t('No queries yet'),
      text: t('What you run in SQL Lab is listed here.'),
      action: add,
    },
  }
}
