import { fullName } from '#core/format/full-name.ts'
import { hasPair, type Principal } from '#core/access/principal.ts'
import type { Kind } from '#core/access/kind.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/open.ts'
import { humanizeAge, withoutZone, withOffset } from './times.ts'

/** A row of the listed table, with the columns that the requested fields need. */
export type Row = Record<string, unknown> & { id: number }

export type Person = { id: number; first_name: string; last_name: string; username: string; email: string | null }

export type Reader = {
  ctx: Pick<Context, 'db' | 'now' | 'config'>
  principal: Principal
}

/** What the fields of a page share. */
export type Page = Reader & { people: ReadonlyMap<number, Person> }

/**
 * A field of a response: the columns it needs, and how to read it. `read` is called once for all rows of a page, so that a relation costs
 * a single statement.
 */
export type Field = {
  columns: readonly string[]
  read(rows: readonly Row[], page: Page): ((row: Row) => unknown) | Promise<(row: Row) => unknown>
}

export const column = (name: string): Field => ({ columns: [name], read: () => (row) => row[name] ?? null })

export const flagColumn = (name: string): Field => ({ columns: [name], read: () => (row) => Boolean(row[name]) })

/** A field computed from the row's columns. */
export const computed = (columns: readonly string[], value: (row: Row) => unknown): Field => ({ columns, read: () => value })

export const timeAgo = (name: string): Field => ({
  columns: [name],
  read: (_rows, { ctx }) => {
    const now = ctx.now()
    return (row) => (row[name] ? humanizeAge(String(row[name]), now) : null)
  },
})

const time = (name: string, show: (iso: string) => unknown): Field =>
  computed([name], (row) => (typeof row[name] === 'string' ? show(row[name]) : null))

export const naiveTime = (name: string): Field => time(name, withoutZone)
export const offsetTime = (name: string): Field => time(name, withOffset)
export const epochTime = (name: string): Field => time(name, (iso) => Date.parse(iso))

/** E-mail addresses are only for users who manage accounts. */
export const canSeeEmails = (principal: Principal): boolean => hasPair(principal, 'can_read', 'User')

/** A missing or hidden e-mail address is an empty string, as in Superset. */
const partsOf = (person: Person, parts: readonly (keyof Person)[], reader: Principal) =>
  Object.fromEntries(parts.map((part) => [part, (part === 'email' && !canSeeEmails(reader) ? null : person[part]) ?? '']))

/** The user of a `…_fk` column, with the requested parts. */
export const person = (name: string, parts: readonly (keyof Person)[]): Field => ({
  columns: [name],
  read:
    (_rows, { people, principal }) =>
    (row) => {
      const found = people.get(Number(row[name]))
      return found ? partsOf(found, parts, principal) : null
    },
})

export const personName = (name: string): Field => ({
  columns: [name],
  read:
    (_rows, { people }) =>
    (row) => {
      const found = people.get(Number(row[name]))
      return found ? fullName(found) : ''
    },
})

/** Groups items that were read for all rows by their row. */
export const groupByKey = <T>(items: readonly T[], keyOf: (item: T) => number): Map<number, T[]> => {
  const groups = new Map<number, T[]>()
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item])
  return groups
}

export const idsOf = (rows: readonly Row[]): number[] => rows.map((row) => row.id)

export const ownersOf = async (db: Db, kind: Kind, ids: readonly number[]): Promise<(Person & { object_id: number })[]> =>
  ids.length === 0
    ? []
    : db
        .selectFrom('owners')
        .innerJoin('users', 'users.id', 'owners.user_id')
        .select(['owners.object_id', 'users.id', 'users.first_name', 'users.last_name', 'users.username', 'users.email'])
        .where('owners.kind', '=', kind)
        .where('owners.object_id', 'in', [...ids])
        .orderBy('users.id')
        .execute()

export const owners = (kind: Kind, parts: readonly (keyof Person)[]): Field => ({
  columns: [],
  read: async (rows, { ctx, principal }) => {
    const found = groupByKey(await ownersOf(ctx.db, kind, idsOf(rows)), (owner) => owner.object_id)
    return (row) => (found.get(row.id) ?? []).map((owner) => partsOf(owner, parts, principal))
  },
})

export const peopleOf = async (db: Db, ids: readonly number[]): Promise<Map<number, Person>> => {
  if (ids.length === 0) return new Map()
  const found = await db
    .selectFrom('users')
    .select(['id', 'first_name', 'last_name', 'username', 'email'])
    .where('id', 'in', [...new Set(ids)])
    .execute()
  return new Map(found.map((it) => [it.id, it]))
}
