import { sql } from 'kysely'
import { visibleConditions } from './list.ts'
import type { Reader } from './field.ts'
import type { Spec } from './spec.ts'

/** Whether the caller sees an object, by the same rule as lists. */
export const canSee = (spec: Spec, reader: Reader, id: number): Promise<boolean> => canSeeAny(spec, reader, [id])

/** Whether the caller sees at least one of several objects. */
export const canSeeAny = async (spec: Spec, reader: Reader, ids: readonly number[]): Promise<boolean> => {
  if (!ids.length) return false
  const where = sql.join([...visibleConditions(spec, reader), sql`${sql.ref(`${spec.table}.id`)} in (${sql.join([...ids])})`], sql` and `)
  const { rows } = await sql`select 1 from ${sql.table(spec.table)} where ${where} limit 1`.execute(reader.ctx.db)
  return rows.length > 0
}

/** Resolves an id, uuid or other name to the id of an object that the caller sees. */
export const idByName = async (spec: Spec, reader: Reader, name: string, columns: readonly string[]): Promise<number | null> => {
  const named = columns.map((column) => sql`${sql.ref(`${spec.table}.${column}`)} = ${name}`)
  const numbered = /^\d{1,15}$/.test(name) ? [sql`${sql.ref(`${spec.table}.id`)} = ${sql.lit(Number(name))}`] : []
  if (!numbered.length && !named.length) return null
  const either = sql.join([...numbered, ...named], sql` or `)
  const where = sql.join([...visibleConditions(spec, reader), sql`(${either})`], sql` and `)
  const { rows } = await sql<{ id: number }>`select ${sql.ref(`${spec.table}.id`)} from ${sql.table(spec.table)} where ${where}`.execute(
    reader.ctx.db,
  )
  return (rows.find((row) => String(row.id) === name) ?? rows[0])?.id ?? null
}
