import { ScrollText } from 'lucide-react'
import type { RowOf } from '#api/declare/route.ts'
import { logActions, logList } from '#api/log.ts'
import { fullName } from '#core/format/full-name.ts'
import { t } from '#core/i18n/t.ts'
import { call } from '../../data/call.ts'
import type { RouteQuery } from '../../data/resources.ts'
import type { Session } from '../../data/session.ts'
import type { ListConfig, ListFilter } from '../../lists/config.ts'
import { recordOptions, searchUsers } from '../../lists/people/searches.ts'
import { Ago } from '../../lists/time/Ago.tsx'
import { since, sinceOptions } from '../../lists/time/since.ts'
import { LogLine } from './LogLine.tsx'

type Line = Required<RowOf<typeof logList, 'action' | 'dttm' | 'json' | 'user' | 'slice_id' | 'dashboard_id' | 'duration_ms' | 'referrer'>>

export type LogRow = Line & { id: number }

/** Lines with their ids, which the answer holds beside them. */
const lines = (q: object): RouteQuery<{ count: number; result: LogRow[] }> => ({
  queryKey: [logList.path, { q }],
  queryFn: async ({ signal }) => {
    const { count, ids, result } = await call(logList, { q }, { signal })
    return { count, result: (result as Line[]).map((line, i) => ({ ...line, id: ids[i] ?? -i })) }
  },
})

const actorFilter = (): ListFilter => ({
  key: 'user',
  label: t('User'),
  options: recordOptions(searchUsers),
  condition: (value) => ({ col: 'user', opr: 'rel_o_m', value }),
})

const actionFilter = (): ListFilter => ({
  key: 'action',
  label: t('Action'),
  options: (text) => ({
    queryKey: [logActions.path, text],
    queryFn: async ({ signal }) =>
      (await call(logActions, {}, { signal })).result
        .filter((action) => action.includes(text))
        .map((action) => ({ value: action, label: action })),
  }),
  condition: (value) => ({ col: 'action', opr: 'eq', value }),
})

/** What a line is about: a dashboard or chart by its id. */
const aboutText = ({ dashboard_id, slice_id }: LogRow): string => {
  if (dashboard_id) return t('Dashboard %(id)s', { id: dashboard_id })
  return slice_id ? t('Chart %(id)s', { id: slice_id }) : '–'
}

export const actionLogConfig = ({ hasPermission }: Pick<Session, 'hasPermission'>): ListConfig<LogRow> => ({
  id: 'log',
  title: t('Action log'),
  noun: (count) => t.plural(count, 'line', 'lines'),
  list: lines,
  refresh: (client) => client.invalidateQueries({ queryKey: [logList.path] }),
  count: () => {
    const { queryKey, queryFn } = lines({ page_size: 1 })
    return { queryKey: [...queryKey, 'count'], queryFn: async (context) => (await queryFn(context)).count }
  },
  search: { col: 'json', opr: 'ct', label: t('Search details') },
  filters: [
    ...(hasPermission('can_get', 'User') ? [actorFilter()] : []),
    actionFilter(),
    { key: 'dttm', label: t('Since'), options: sinceOptions, condition: (value) => ({ col: 'dttm', opr: 'gt', value: since(value) }) },
  ],
  sorts: [
    { key: 'dttm', label: t('Time'), direction: 'desc' },
    { key: 'action', label: t('Action'), direction: 'asc' },
  ],
  defaults: { sort: 'dttm', direction: 'desc', cards: false },
  name: (row) => row.action,
  nameHead: t('Action'),
  note: (row) => row.json,
  open: () => () => {},
  preview: (row, pane) => <LogLine {...pane} row={row} about={aboutText(row)} />,
  icon: <ScrollText />,
  shown: [
    {
      key: 'user',
      head: t('User'),
      width: 160,
      cell: (row) => (row.user ? fullName(row.user) || row.user.username : '–'),
    },
    { key: 'about', head: t('About'), width: 128, hiddenOn: 'tablet', cell: aboutText },
    { key: 'dttm', head: t('Time'), sort: 'dttm', width: 128, hiddenOn: 'phone', cell: (row) => <Ago time={`${row.dttm}Z`} /> },
  ],
  canEdit: () => false,
  entries: () => [],
  actions: null,
  empty: { title: t('Nothing yet'), text: t('Log-ins, changes and visits are listed here.') },
})
