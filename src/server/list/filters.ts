import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { largestInteger } from '#api/declare/field.ts'
import { userOf } from '#core/access/principal.ts'
import type { Kind } from '#core/access/kind.ts'
import { isPostgres } from '../db/dialect.ts'
import type { Reader } from './field.ts'

export type Condition = RawBuilder<SqlBool>

/** An operator of a list filter: its display name and its condition. */
export type Operator = {
  name: string
  /** Our own, which Superset's `_info` does not name. */
  isOwn?: true
  condition(value: unknown, reader: Reader): Condition
}

/** The operators of a filter column by their API name. */
export type FilterColumn = Record<string, Operator>

/** A column name, or an SQL expression. */
export type Column = string | RawBuilder<unknown>

const refer = (column: Column) => (typeof column === 'string' ? sql.ref(column) : column)

export const never: Condition = sql<SqlBool>`1 = 0`
export const always: Condition = sql<SqlBool>`1 = 1`

const asList = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value])
const escapeLike = (value: unknown) => String(value).replaceAll(/[\\%_]/g, (char) => `\\${char}`)

/** Case-insensitive LIKE. SQLite's is case-insensitive for ASCII only, so other texts are lowercased first. */
const like = (reader: Reader, column: RawBuilder<unknown>, pattern: string): Condition => {
  if (isPostgres(reader.ctx.db)) return sql<SqlBool>`${column} ilike ${pattern} escape '\\'`
  if (!/[^\p{ASCII}]/u.test(pattern)) return sql<SqlBool>`${column} like ${pattern} escape '\\'`
  return sql<SqlBool>`fold(${column}) like ${pattern.toLowerCase()} escape '\\'`
}

export const contains = (reader: Reader, column: Column, value: unknown): Condition => like(reader, refer(column), `%${escapeLike(value)}%`)

export const anyOf = (conditions: readonly Condition[]): Condition =>
  conditions.length ? sql<SqlBool>`(${sql.join([...conditions], sql` or `)})` : never

export const allOf = (conditions: readonly Condition[]): Condition =>
  conditions.length ? sql<SqlBool>`(${sql.join([...conditions], sql` and `)})` : always

const not = (condition: Condition): Condition => sql<SqlBool>`not (${condition})`

/** Writes numbers as literals: as parameters Postgres would require them to fit the column's type. */
const literalNumber = (value: unknown): unknown => (typeof value === 'number' ? sql.lit(value) : value)

/** Values that cannot be converted to the column's type match nothing. */
const inList = (column: Column, values: unknown[]): Condition =>
  values.length ? sql<SqlBool>`${refer(column)} in (${sql.join(values.map(literalNumber))})` : never

const equality = (column: Column, read: (value: unknown) => unknown): FilterColumn => {
  const compare = (operator: RawBuilder<unknown>, value: unknown): Condition => {
    const known = read(value)
    return known === undefined ? never : sql<SqlBool>`${refer(column)} ${operator} ${literalNumber(known)}`
  }
  const known = (value: unknown) => asList(value).flatMap((item) => read(item) ?? [])
  return {
    eq: { name: 'Equal to', condition: (value) => compare(sql`=`, value) },
    neq: { name: 'Not Equal to', condition: (value) => compare(sql`<>`, value) },
    in: { name: 'One of', condition: (value) => inList(column, known(value)) },
    not_in: { name: 'Not one of', condition: (value) => not(inList(column, known(value))) },
    gt: { name: 'Greater than', condition: (value) => compare(sql`>`, value) },
    lt: { name: 'Smaller than', condition: (value) => compare(sql`<`, value) },
  }
}

const only = (operators: FilterColumn, ...words: string[]): FilterColumn =>
  Object.fromEntries(words.flatMap((word) => (operators[word] ? [[word, operators[word]]] : [])))

const readText = (value: unknown) => (value === null || value === undefined ? undefined : String(value))
const readNumber = (value: unknown) => (value === '' || value === null || !Number.isFinite(Number(value)) ? undefined : Number(value))
const truths: Record<string, number> = { true: 1, '1': 1, false: 0, '0': 0 }
const readFlag = (value: unknown) => truths[String(value).toLowerCase()]
const readTime = (value: unknown) => {
  const text = String(value)
  const time = Date.parse(/[Z+]|-\d\d:?\d\d$/.test(text.slice(10)) || text.length <= 10 ? text : `${text}Z`)
  return Number.isNaN(time) ? undefined : new Date(time).toISOString()
}

export const textFilter = (column: Column): FilterColumn => {
  const start: Operator['condition'] = (value, reader) => like(reader, refer(column), `${escapeLike(value)}%`)
  const end: Operator['condition'] = (value, reader) => like(reader, refer(column), `%${escapeLike(value)}`)
  const inside: Operator['condition'] = (value, reader) => contains(reader, column, value)
  const negated =
    (condition: Operator['condition']): Operator['condition'] =>
    (value, reader) =>
      not(condition(value, reader))
  return {
    sw: { name: 'Starts with', condition: start },
    ew: { name: 'Ends with', condition: end },
    ct: { name: 'Contains', condition: inside },
    ...only(equality(column, readText), 'eq'),
    nsw: { name: 'Not Starts with', condition: negated(start) },
    new: { name: 'Not Ends with', condition: negated(end) },
    nct: { name: 'Not Contains', condition: negated(inside) },
    ...only(equality(column, readText), 'neq', 'in', 'not_in'),
  }
}

const renameOperators = (operators: FilterColumn, names: Record<string, string>): FilterColumn =>
  Object.fromEntries(Object.entries(operators).map(([word, operator]) => [word, { ...operator, name: names[word] ?? operator.name }]))

export const numberFilter = (column: string): FilterColumn =>
  renameOperators(only(equality(column, readNumber), 'eq', 'gt', 'lt', 'neq', 'in', 'not_in'), { in: 'In', not_in: 'Not In' })
/** A column of a few words. */
export const wordFilter = (column: string): FilterColumn => only(equality(column, readText), 'eq', 'neq')
export const flagFilter = (column: string): FilterColumn => only(equality(column, readFlag), 'eq', 'neq')
export const timeFilter = (column: string): FilterColumn => only(equality(column, readTime), 'eq', 'gt', 'lt', 'neq')

export const oneFilter = (column: string): FilterColumn => {
  const { eq, neq } = equality(column, readNumber) as { eq: Operator; neq: Operator }
  return { rel_o_m: { ...eq, name: 'Relation' }, nrel_o_m: { ...neq, name: 'No Relation' } }
}

/** Requires all given ids to be related; an empty list matches everything. `related` is the condition for one id. */
export const manyFilter = (related: (id: number) => Condition): FilterColumn => ({
  rel_m_m: {
    name: 'Relation as Many',
    condition: (value) => {
      const ids = asList(value).map(readNumber)
      if (!ids.length) return always
      return sql<SqlBool>`(${sql.join(
        ids.map((id) => (id !== undefined && Number.isInteger(id) && Math.abs(id) <= largestInteger ? related(id) : never)),
        sql` and `,
      )})`
    },
  },
})

const ownedBy = (kind: Kind, table: string, id: number): Condition =>
  sql<SqlBool>`exists (select 1 from owners where owners.kind = ${kind} and owners.object_id = ${sql.ref(`${table}.id`)} and owners.user_id = ${id})`

export const ownersFilter = (kind: Kind, table: string): FilterColumn => manyFilter((id) => ownedBy(kind, table, id))

/** An operator with a boolean value, which may negate the condition. */
export const booleanOperator = (name: string, condition: (reader: Reader) => Condition): Operator => ({
  name,
  condition: (value, reader) => (readFlag(value) === 0 ? not(condition(reader)) : condition(reader)),
})

const me = ({ principal }: Reader) => userOf(principal)?.id ?? -1

export const isFavoredBy = (kind: Kind | 'saved_query', table: string, reader: Reader): Condition =>
  sql<SqlBool>`exists (select 1 from favorites where favorites.kind = ${kind} and favorites.object_id = ${sql.ref(`${table}.id`)} and favorites.user_id = ${me(reader)})`

export const isFavorite = (kind: Kind, table: string): Operator =>
  booleanOperator('Is favorite', (reader) => isFavoredBy(kind, table, reader))

export const isCertified = (table: string): Operator =>
  booleanOperator('Is certified', () => sql<SqlBool>`coalesce(${sql.ref(`${table}.certified_by`)}, '') <> ''`)

export const createdByMe = (table: string): Operator => ({
  name: 'Created by me',
  condition: (_value, reader) => sql<SqlBool>`${sql.ref(`${table}.created_by_fk`)} = ${me(reader)}`,
})

export const hasCreatedBy = (table: string): Operator =>
  booleanOperator('Has created by', () => sql<SqlBool>`${sql.ref(`${table}.created_by_fk`)} is not null`)

export const mine = (kind: Kind, table: string): Operator =>
  booleanOperator('Owned Created or Favored', (reader) =>
    anyOf([
      ownedBy(kind, table, me(reader)),
      sql<SqlBool>`${sql.ref(`${table}.created_by_fk`)} = ${me(reader)}`,
      isFavoredBy(kind, table, reader),
    ]),
  )
