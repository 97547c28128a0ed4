import { sql } from 'kysely'
import { base } from './list.ts'
import type { Reader } from './field.ts'
import type { Spec } from './spec.ts'

/** Whether an object is there for the caller: the same rule as for lists. */
export const sees = (spec: Spec, reader: Reader, id: number): Promise<boolean> => seesOne(spec, reader, [id])

/** The same for at least one of several. */
export const seesOne = async (spec: Spec, reader: Reader, ids: readonly number[]): Promise<boolean> => {
  if (!ids.length) return false
  const where = sql.join([...base(spec, reader), sql`${sql.ref(`${spec.table}.id`)} in (${sql.join([...ids])})`], sql` and `)
  const { rows } = await sql`select 1 from ${sql.table(spec.table)} where ${where} limit 1`.execute(reader.ctx.db)
  return rows.length > 0
}

/** The id behind an id, a uuid or another name of an object that the caller sees. */
export const idByName = async (spec: Spec, reader: Reader, name: string, columns: readonly string[]): Promise<number | null> => {
  const named = columns.map((column) => sql`${sql.ref(`${spec.table}.${column}`)} = ${name}`)
  const numbered = /^\d{1,15}$/.test(name) ? [sql`${sql.ref(`${spec.table}.id`)} = ${sql.lit(Number(name))}`] : []
  if (!numbered.length && !named.length) return null
  const either = sql.join([...numbered, ...named], sql` or `)
  const where = sql.join([...base(spec, reader), sql`(${either})`], sql` and `)
  const { rows } = await sql<{ id: number }>`select ${sql.ref(`${spec.table}.id`)} from ${sql.table(spec.table)} where ${where}`.execute(
    reader.ctx.db,
  )
  return (rows.find((row) => String(row.id) === name) ?? rows[0])?.id ?? null
}
