import { sql } from 'kysely'
import { column, naiveTime, type Field } from '../../list/field.ts'
import { numberFilter, oneFilter, textFilter, timeFilter } from '../../list/filters.ts'
import type { Listing } from '../../list/spec.ts'

const user: Field = {
  columns: ['user_id'],
  read: async (rows, { ctx }) => {
    const ids = [...new Set(rows.map((row) => Number(row['user_id'] ?? -1)))]
    const found = await ctx.db.selectFrom('users').select(['id', 'first_name', 'last_name', 'username']).where('id', 'in', ids).execute()
    const people = new Map(found.map(({ id, ...person }) => [id, person]))
    return (row) => people.get(Number(row['user_id'])) ?? null
  },
}

const own = ['user_id', 'action', 'dttm', 'json', 'slice_id', 'dashboard_id', 'duration_ms', 'referrer']
const ofUser = ['first_name', 'last_name', 'username']

export const logSpec: Listing = {
  tag: 'log',
  view: 'Log',
  table: 'action_log',
  title: 'Log',
  listTitle: 'Logs',
  labels: { dttm: 'dttm', json: 'JSON' },
  fields: { user, ...Object.fromEntries(own.map((name) => [name, name === 'dttm' ? naiveTime(name) : column(name)])) },
  listColumns: [...ofUser.map((part) => `user.${part}`), ...own],
  orderColumns: {
    ...Object.fromEntries(
      ofUser.map((part) => [`user.${part}`, sql`(select ${sql.ref(part)} from users where users.id = action_log.user_id)`]),
    ),
    ...Object.fromEntries(own.map((name) => [name, sql.ref(`action_log.${name}`)])),
  },
  defaultOrder: sql.ref('action_log.id'),
  filters: {
    user: oneFilter('action_log.user_id'),
    user_id: numberFilter('action_log.user_id'),
    action: textFilter('action_log.action'),
    json: textFilter('action_log.json'),
    dttm: timeFilter('action_log.dttm'),
    slice_id: numberFilter('action_log.slice_id'),
    dashboard_id: numberFilter('action_log.dashboard_id'),
    duration_ms: numberFilter('action_log.duration_ms'),
    referrer: textFilter('action_log.referrer'),
  },
  related: {},
  distinct: [],
  addColumns: [],
  editColumns: [],
  maxPageSize: 100,
}
