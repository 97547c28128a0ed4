import { sql } from 'kysely'
import { column, computed } from '../../list/field.ts'
import { never, textFilter, timeFilter } from '../../list/filters.ts'
import type { BodyColumn, Listing } from '../../list/spec.ts'

const texts = ['username', 'email', 'first_name', 'last_name'] as const
const id: BodyColumn = { name: 'id', type: 'Integer', unique: true }

/** There are no user registrations: the list has Superset's columns and is always empty. */
export const registrationSpec: Listing = {
  tag: 'security/user_registrations',
  view: 'UserRegistrationsRestAPI',
  table: 'users',
  title: 'Register User',
  fields: {
    id: column('id'),
    ...Object.fromEntries(texts.map((name) => [name, column(name)])),
    registration_date: column('created_on'),
    registration_hash: computed([], () => null),
  },
  listColumns: ['id', ...texts, 'registration_date', 'registration_hash'],
  orderColumns: {
    id: sql.ref('users.id'),
    ...Object.fromEntries(texts.map((name) => [name, sql.ref(`users.${name}`)])),
    registration_date: sql.ref('users.created_on'),
    registration_hash: sql`coalesce(null, '')`,
  },
  defaultOrder: sql`-users.id`,
  filters: {
    ...Object.fromEntries(texts.map((name) => [name, textFilter(`users.${name}`)])),
    registration_date: timeFilter('users.created_on'),
  },
  related: {},
  distinct: [],
  addColumns: [id],
  editColumns: [id],
  maxPageSize: 100,
  always: () => never,
}
