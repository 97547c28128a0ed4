import { sql } from 'kysely'
import { column, computed, naiveTime } from '../../list/field.ts'
import { hasPair, type Principal } from '#core/access/principal.ts'
import { always, never, textFilter, timeFilter } from '../../list/filters.ts'
import type { BodyColumn, Listing } from '../../list/spec.ts'

const texts = ['username', 'email', 'first_name', 'last_name'] as const
const id: BodyColumn = { name: 'id', type: 'Integer', unique: true }

/** Superset's roles hold the pairs of this view without seeing anybody: requests are for those who may make accounts. */
export const mayDecide = (principal: Principal): boolean => hasPair(principal, 'can_post', 'User')

/** People who wait for an account, with Superset's columns; what confirms their address is no part of the list. */
export const registrationSpec: Listing = {
  tag: 'security/user_registrations',
  view: 'UserRegistrationsRestAPI',
  table: 'user_registrations',
  title: 'Register User',
  fields: {
    id: column('id'),
    ...Object.fromEntries(texts.map((name) => [name, column(name)])),
    registration_date: naiveTime('registration_date'),
    registration_hash: computed([], () => null),
  },
  listColumns: ['id', ...texts, 'registration_date', 'registration_hash'],
  orderColumns: {
    id: sql.ref('user_registrations.id'),
    ...Object.fromEntries(texts.map((name) => [name, sql.ref(`user_registrations.${name}`)])),
    registration_date: sql.ref('user_registrations.registration_date'),
    registration_hash: sql`coalesce(null, '')`,
  },
  defaultOrder: sql`-user_registrations.id`,
  filters: {
    ...Object.fromEntries(texts.map((name) => [name, textFilter(`user_registrations.${name}`)])),
    registration_date: timeFilter('user_registrations.registration_date'),
  },
  related: {},
  distinct: [],
  addColumns: [id],
  editColumns: [id],
  maxPageSize: 100,
  always: ({ principal }) => (mayDecide(principal) ? always : never),
}
