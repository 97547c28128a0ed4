import { randomUUID } from 'node:crypto'
import type { SavedQueryBody } from '#api/bodies/saved-query.ts'
import { fullName } from '#core/format/full-name.ts'
import { isAllowed } from '#core/access/can.ts'
import { isAdmin, userOf, type Principal } from '#core/access/principal.ts'
import { BodyError, MessageError, notFound } from '#core/errors.ts'
import { t } from '#core/i18n/t.ts'
import { logAction } from '../../access/log-action.ts'
import { subjectOf } from '../../access/subjects.ts'
import type { Context } from '../../context.ts'
import { ensureImplicitTags } from '../../db/implicit-tags.ts'
import type { Db } from '../../db/open.ts'
import type { Row } from '../../db/tables.ts'
import { transact } from '../../db/transact.ts'
import { peopleOf } from '../../list/field.ts'
import { requireDistinct } from '../../list/require-distinct.ts'

type WriteInput = { ctx: Context; by: Principal }
type SavedQuery = Row<'saved_queries'>

const written = ({ catalog, db_id, description, extra_json, label, schema, sql, template_parameters }: SavedQuery) => ({
  catalog,
  db_id,
  description,
  extra_json,
  label,
  schema,
  sql,
  template_parameters,
})

/** Databases that the writer cannot see are reported as missing. @throws BodyError 422 */
const requireDatabase = async (db: Db, by: Principal, id: number | null | undefined): Promise<void> => {
  if (id === null || id === undefined) return
  const subject = await subjectOf(db, 'database', id)
  if (subject && isAllowed(by, 'see', subject)) return
  throw new BodyError(422, { error: t('Database %(id)s does not exist.', { id }) })
}

/** Those of the queries that the principal may read. */
export const ownQueries = async (db: Db, by: Principal, ids: readonly number[]): Promise<SavedQuery[]> => {
  if (ids.length === 0) return []
  const query = db
    .selectFrom('saved_queries')
    .selectAll()
    .where('id', 'in', [...ids])
  return isAdmin(by) ? query.execute() : query.where('created_by_fk', '=', userOf(by)?.id ?? -1).execute()
}

/** Saved queries that the principal may read; in the order of `ids`. @throws MessageError 404 unless all are */
export const requireQueries = async (db: Db, by: Principal, ids: readonly number[]): Promise<SavedQuery[]> => {
  const found = await ownQueries(db, by, ids)
  return ids.map((id) => {
    const row = found.find((query) => query.id === id)
    if (!row) throw notFound()
    return row
  })
}

type Stamp = { now: string; userId: number | null }

/** Inserts a query, and the tags of its kind and creator. */
export const insertQuery = async (trx: Db, values: SavedQueryBody & { uuid?: string }, { now, userId }: Stamp): Promise<SavedQuery> => {
  const implicit = [...(userId === null ? [] : [['owner', userId] as const]), ['type', 'query'] as const]
  await ensureImplicitTags(trx, implicit, { now, userId })
  const nothing = { db_id: null, catalog: null, schema: null, label: null, description: null, sql: null, template_parameters: null }
  return trx
    .insertInto('saved_queries')
    .values({
      ...nothing,
      extra_json: '{}',
      rows: null,
      uuid: randomUUID(),
      ...values,
      created_on: now,
      changed_on: now,
      created_by_fk: userId,
      changed_by_fk: userId,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export const createQuery = ({ ctx, by }: WriteInput, values: SavedQueryBody) =>
  transact(ctx.db, async (trx) => {
    await requireDatabase(trx, by, values.db_id)
    const row = await insertQuery(trx, values, { now: ctx.now().toISOString(), userId: userOf(by)?.id ?? null })
    await logAction(trx, { action: 'saved_query.create', now: ctx.now(), by, json: { id: row.id } })
    return { row, answer: { id: row.id, result: written(row) } }
  })

/** The version of a saved query, for `If-Match` of a later write. */
export const savedQueryTag = ({ id, changed_on }: Pick<SavedQuery, 'id' | 'changed_on'>): string =>
  `"saved_query-${id}-${Date.parse(changed_on)}"`

/** @throws MessageError 412 where somebody has changed it since, with who and when */
const requireUnchanged = async (db: Db, row: SavedQuery, ifMatch: string | undefined): Promise<void> => {
  if (!ifMatch || ifMatch === '*' || ifMatch === savedQueryTag(row)) return
  const people = await peopleOf(db, row.changed_by_fk === null ? [] : [row.changed_by_fk])
  const person = people.get(row.changed_by_fk ?? -1)
  const facts = {
    label: row.label ?? '',
    name: person ? fullName(person) : t('somebody'),
    time: row.changed_on.slice(0, 19).replace('T', ' '),
  }
  throw new MessageError(412, t('“%(label)s” was changed by %(name)s at %(time)s (UTC).', facts))
}

type Update = { id: number; values: SavedQueryBody; ifMatch: string | undefined }

export const updateQuery = ({ ctx, by }: WriteInput, { id, values, ifMatch }: Update) =>
  transact(ctx.db, async (trx) => {
    const [before] = await requireQueries(trx, by, [id])
    if (before) await requireUnchanged(trx, before, ifMatch)
    await requireDatabase(trx, by, values.db_id)
    const row = await trx
      .updateTable('saved_queries')
      .set({ ...values, changed_on: ctx.now().toISOString(), changed_by_fk: userOf(by)?.id ?? null })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
    await logAction(trx, { action: 'saved_query.update', now: ctx.now(), by, json: { id } })
    return { row, answer: { result: written(row) } }
  })

/** Deletes all or none. @returns how many */
export const deleteQueries = ({ ctx, by }: WriteInput, ids: readonly number[]): Promise<number> =>
  transact(ctx.db, async (trx) => {
    const wanted = requireDistinct(ids)
    await requireQueries(trx, by, wanted)
    await trx.deleteFrom('tagged').where('kind', '=', 'query').where('object_id', 'in', wanted).execute()
    await trx.deleteFrom('favorites').where('kind', '=', 'saved_query').where('object_id', 'in', wanted).execute()
    await trx.deleteFrom('saved_queries').where('id', 'in', wanted).execute()
    await logAction(trx, { action: 'saved_query.delete', now: ctx.now(), by, json: { ids: wanted } })
    return wanted.length
  })
