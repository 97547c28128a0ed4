import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { RelatedQ } from '#api/declare/q.ts'
import { fullName } from '#core/format/full-name.ts'
import { notFound } from '#core/errors.ts'
import { isVisible } from '../access/is-visible.ts'
import { userOf } from '#core/access/principal.ts'
import { canSeeEmails, type Person, type Reader } from './field.ts'
import { anyOf, contains, always, type Condition } from './filters.ts'
import { visibleConditions, pageOf } from './list.ts'
import type { Option, RelatedQuestion, RelatedSource, Listing } from './spec.ts'

type Source<T> = {
  table: 'users' | 'roles' | 'databases' | 'datasets'
  columns: readonly string[]
  /** Columns that the search text is matched against. */
  search: readonly string[]
  where: (reader: Reader) => RawBuilder<unknown>
  order: string
  option: (row: T, reader: Reader) => Option
}

const source =
  <T extends { id: number }>({ table, columns, search, where, order, option }: Source<T>): RelatedSource =>
  async (reader, { filter, ids, page, size }) => {
    const { db } = reader.ctx
    const matches = filter && search.length ? anyOf(search.map((name) => contains(reader, `${table}.${name}`, filter))) : always
    const rows = (condition: Condition, bound: RawBuilder<unknown>) =>
      sql<T>`select ${sql.join(columns.map((name) => sql.ref(name)))} from ${sql.table(table)} where ${where(reader)} and ${condition} order by ${sql.ref(order)} ${bound}`.execute(
        db,
      )
    const found = (await rows(matches, sql`limit ${size} offset ${page * size}`)).rows
    const missing = ids.filter((id) => !found.some((row) => row.id === id))
    const added = missing.length ? (await rows(sql<SqlBool>`id in (${sql.join(missing)})`, sql``)).rows : []
    const result = [...found, ...added].map((row) => option(row, reader))
    if (ids.length) return { count: result.length, result }
    const counted = await sql<{
      count: number
    }>`select count(*) as count from ${sql.table(table)} where ${where(reader)} and ${matches}`.execute(db)
    return { count: Number(counted.rows[0]?.count ?? 0), result }
  }

/** Users and roles are only visible to signed-in users. */
const forAccounts = ({ principal }: Reader) => (userOf(principal) ? always : sql`1 = 0`)

const people = (extra: (row: Person & { active: number }, reader: Reader) => Record<string, unknown>): RelatedSource =>
  source<Person & { active: number }>({
    table: 'users',
    columns: ['id', 'first_name', 'last_name', 'username', 'email', 'active'],
    search: ['first_name', 'last_name', 'username'],
    where: forAccounts,
    order: 'id',
    option: (row, reader) => ({ extra: extra(row, reader), text: fullName(row), value: row.id }),
  })

export const relatedOwners = people(({ active, email }, { principal }) => ({
  active: Boolean(active),
  email: (canSeeEmails(principal) ? email : null) ?? '',
}))
export const relatedPeople = people(() => ({}))

export const relatedRoles = source<{ id: number; name: string }>({
  table: 'roles',
  columns: ['id', 'name'],
  search: ['name'],
  where: forAccounts,
  order: 'name',
  option: ({ id, name }) => ({ extra: {}, text: name, value: id }),
})

/** All roles, whatever is searched for, as Superset answers for row-level rules. */
export const relatedRolesOfRules = source<{ id: number; name: string }>({
  table: 'roles',
  columns: ['id', 'name'],
  search: [],
  where: forAccounts,
  order: 'id',
  option: ({ id, name }) => ({ extra: {}, text: name, value: id }),
})

export const relatedDatasets = source<{ id: number; schema: string | null; table_name: string }>({
  table: 'datasets',
  columns: ['id', 'schema', 'table_name'],
  search: ['table_name'],
  where: ({ principal }) => sql`deleted_at is null and ${isVisible(principal, 'dataset')}`,
  order: 'table_name',
  option: ({ id, schema, table_name }) => ({ extra: {}, text: schema ? `${schema}.${table_name}` : table_name, value: id }),
})

export const relatedDatabases = source<{ id: number; database_name: string }>({
  table: 'databases',
  columns: ['id', 'database_name'],
  search: ['database_name'],
  where: ({ principal }) => sql`deleted_at is null and ${isVisible(principal, 'database')}`,
  order: 'database_name',
  option: ({ id, database_name }) => ({ extra: {}, text: database_name, value: id }),
})

const questionOf = (q: RelatedQ, max: number): RelatedQuestion => ({ filter: q.filter, ids: q.include_ids ?? [], ...pageOf(q, max) })

export const related = async (spec: Listing, reader: Reader, column: string, q: RelatedQ) => {
  const known = Object.hasOwn(spec.related, column) ? spec.related[column] : undefined
  if (!known) throw notFound()
  return known(reader, questionOf(q, 100))
}

/** Distinct values of a column in the rows that the caller sees. */
export const distinct = async (spec: Listing, reader: Reader, column: string, q: RelatedQ) => {
  if (!spec.distinct.includes(column)) throw notFound()
  const { page, size } = pageOf(q, 100)
  const name = sql.ref(`${spec.table}.${column}`)
  const starts = q.filter
    ? sql<SqlBool>`lower(${name}) like ${`${q.filter.toLowerCase().replaceAll(/[\\%_]/g, (char) => `\\${char}`)}%`} escape '\\'`
    : always
  const where = sql.join([...visibleConditions(spec, reader), starts, sql<SqlBool>`${name} is not null`], sql` and `)
  const found = await sql<{
    value: string
  }>`select distinct ${name} as value from ${sql.table(spec.table)} where ${where} order by value`.execute(reader.ctx.db)
  const shown = found.rows.slice(page * size, (page + 1) * size)
  return { count: found.rows.length, result: shown.map(({ value }) => ({ text: value, value })) }
}
