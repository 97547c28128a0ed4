import { hasPair, type Principal } from '#core/access/principal.ts'
import { allowed } from '#core/access/can.ts'
import type { TaggedKind } from '#api/tag.ts'
import { subjectOf } from '../../access/subjects.ts'
import type { Db } from '../../db/open.ts'

/** One object that may bear tags. */
export type TaggedObject = { kind: TaggedKind; id: number }

/** Nobody tags what they cannot see, nor learns of it that way. */
export const seesObject = async (db: Db, principal: Principal, { kind, id }: TaggedObject): Promise<boolean> => {
  const subject = await subjectOf(db, kind, id)
  return subject !== null && allowed(principal, 'see', subject)
}

export const linkTag = async (trx: Db, tagId: number, { kind, id }: TaggedObject): Promise<void> => {
  await trx
    .insertInto('tagged')
    .values({ kind, object_id: id, tag_id: tagId })
    .onConflict((oc) => oc.doNothing())
    .execute()
}

/** Whether a row was there to go. */
export const unlinkTag = async (trx: Db, tagId: number, { kind, id }: TaggedObject): Promise<boolean> => {
  const gone = await trx
    .deleteFrom('tagged')
    .where('kind', '=', kind)
    .where('object_id', '=', id)
    .where('tag_id', '=', tagId)
    .executeTakeFirst()
  return gone.numDeletedRows > 0n
}

const idsOn = async (db: Db, { kind, id }: TaggedObject): Promise<number[]> =>
  (await db.selectFrom('tagged').select('tag_id').where('kind', '=', kind).where('object_id', '=', id).execute()).map((row) => row.tag_id)

type Known = (number | null)[] | readonly number[] | undefined
const wanted = (ids: Known): number[] | undefined => ids && [...new Set(ids.filter((id) => id !== null))]

/** What is wrong with the tags that an object shall bear. `id` is missing for an object that is made now. */
export const tagsFault = async (db: Db, principal: Principal, object: TaggedObject, sent: Known): Promise<string[] | undefined> => {
  const ids = wanted(sent)
  if (!ids) return undefined
  const now = new Set(await idsOn(db, object))
  if (now.size === ids.length && ids.every((id) => now.has(id))) return undefined
  if (!hasPair(principal, 'can_write', 'Tag')) return [`You do not have permission to manage tags on ${object.kind}s`]
  const found = ids.length ? await db.selectFrom('tags').select('id').where('id', 'in', ids).execute() : []
  const missing = ids.find((id) => !found.some((row) => row.id === id))
  return missing === undefined ? undefined : [`Tag ID ${missing} not found`]
}

/** Puts exactly these tags on an object. */
export const setTags = async (trx: Db, object: TaggedObject, sent: Known): Promise<void> => {
  const ids = wanted(sent)
  if (!ids) return
  for (const id of await idsOn(trx, object)) if (!ids.includes(id)) await unlinkTag(trx, id, object)
  for (const id of ids) await linkTag(trx, id, object)
}
