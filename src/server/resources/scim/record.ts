import { sql } from 'kysely'
import type { z } from 'zod'
import { notFound } from '#core/errors.ts'
import type { Db } from '../../db/open.ts'
import { scimError } from '../../http/errors/scim-error.ts'

/** Ids say what they are ids of, so that none can be taken for another, nor a number of a client for one of ours. */
export type IdPrefix = 'user' | 'group'

export const scimId = (prefix: IdPrefix, id: number): string => `${prefix}-${id}`

/** Our id, or null for what is no id of this kind. */
export const ownId = (prefix: IdPrefix, text: string): number | null => {
  const digits = text.startsWith(`${prefix}-`) ? text.slice(prefix.length + 1) : ''
  return /^[1-9]\d{0,8}$/.test(digits) ? Number(digits) : null
}

/** @throws MessageError 404 */
export const requireOwnId = (prefix: IdPrefix, text: string): number => {
  const id = ownId(prefix, text)
  if (id === null) throw notFound()
  return id
}

export const idExpression = (prefix: IdPrefix, column: string) => sql`${sql.lit(`${prefix}-`)} || ${sql.ref(column)}`

export const externalIdExpression = (kind: IdPrefix, column: string) =>
  sql`(select external_id from scim_records where kind = ${sql.lit(kind)} and object_id = ${sql.ref(column)})`

/** Notes that a client made or claims a resource, and what it calls it. */
export const writeRecord = async (trx: Db, record: { kind: IdPrefix; object_id: number; external_id: string | null }): Promise<void> => {
  await trx
    .insertInto('scim_records')
    .values(record)
    .onConflict((oc) => oc.columns(['kind', 'object_id']).doUpdateSet({ external_id: record.external_id }))
    .execute()
}

export const externalIdsOf = async (db: Db, kind: IdPrefix, ids: readonly number[]): Promise<Map<number, string | null>> => {
  const rows = await db
    .selectFrom('scim_records')
    .select(['object_id', 'external_id'])
    .where('kind', '=', kind)
    .where('object_id', 'in', [-1, ...ids])
    .execute()
  return new Map(rows.map((row) => [row.object_id, row.external_id]))
}

/** @throws BodyError 400 that names the attribute */
export const readBody = <S extends z.ZodType>(schema: S, given: unknown): z.output<S> => {
  const result = schema.safeParse(given)
  if (result.success) return result.data
  const { path, message } = result.error.issues[0] ?? { path: [], message: '' }
  throw scimError(400, `${path.join('.')}: ${message}`, 'invalidValue')
}
