import { hasPair, isAdmin, userOf, type Principal } from '#core/access/principal.ts'
import { isAllowed } from '#core/access/can.ts'
import type { TaggedKind } from '#api/tag.ts'
import { subjectOf } from '../../access/subjects.ts'
import { tagTypes } from '../../db/implicit-tags.ts'
import type { Db } from '../../db/open.ts'

/** An object that can have tags. Those of saved queries are for their creators only: no list of a tag's objects names them. */
export type TaggedObject<K extends string = TaggedKind | 'query'> = { kind: K; id: number }

const canSeeQuery = async (db: Db, principal: Principal, id: number): Promise<boolean> => {
  const row = await db.selectFrom('saved_queries').select('created_by_fk').where('id', '=', id).executeTakeFirst()
  return row !== undefined && (isAdmin(principal) || row.created_by_fk === (userOf(principal)?.id ?? -1))
}

/** Users can only tag objects that they see. */
export const canSeeObject = async (db: Db, principal: Principal, { kind, id }: TaggedObject): Promise<boolean> => {
  if (kind === 'query') return canSeeQuery(db, principal, id)
  const subject = await subjectOf(db, kind, id)
  return subject !== null && isAllowed(principal, 'see', subject)
}

export const linkTag = async (trx: Db, tagId: number, { kind, id }: TaggedObject): Promise<void> => {
  await trx
    .insertInto('tagged')
    .values({ kind, object_id: id, tag_id: tagId })
    .onConflict((oc) => oc.doNothing())
    .execute()
}

/** Returns whether the tag was there. */
export const unlinkTag = async (trx: Db, tagId: number, { kind, id }: TaggedObject): Promise<boolean> => {
  const gone = await trx
    .deleteFrom('tagged')
    .where('kind', '=', kind)
    .where('object_id', '=', id)
    .where('tag_id', '=', tagId)
    .executeTakeFirst()
  return gone.numDeletedRows > 0n
}

const tagIdsOf = async (db: Db, { kind, id }: TaggedObject): Promise<number[]> =>
  (await db.selectFrom('tagged').select('tag_id').where('kind', '=', kind).where('object_id', '=', id).execute()).map((row) => row.tag_id)

type SentTags = (number | null)[] | readonly number[] | undefined
type Wanted = { ids: number[]; missing: number | 'None' | undefined }

/** The custom tags of a list; implicit tags in it are ignored. */
const wantedTags = async (db: Db, sent: SentTags): Promise<Wanted | undefined> => {
  if (!sent) return undefined
  const ids = [...new Set(sent.filter((id) => id !== null))]
  const found = ids.length ? await db.selectFrom('tags').select(['id', 'type']).where('id', 'in', ids).execute() : []
  return {
    ids: found.filter(({ type }) => type === tagTypes.custom).map(({ id }) => id),
    missing: sent.some((id) => id === null) ? 'None' : ids.find((id) => !found.some((row) => row.id === id)),
  }
}

/** Why an object cannot get these tags, or undefined. */
export const tagsFault = async (db: Db, principal: Principal, object: TaggedObject, sent: SentTags): Promise<string[] | undefined> => {
  const wanted = await wantedTags(db, sent)
  if (!wanted) return undefined
  const { ids, missing } = wanted
  const now = new Set(await tagIdsOf(db, object))
  if (missing === undefined && now.size === ids.length && ids.every((id) => now.has(id))) return undefined
  if (!hasPair(principal, 'can_write', 'Tag')) return [`You do not have permission to manage tags on ${object.kind}s`]
  return missing === undefined ? undefined : [`Tag ID ${missing} not found`]
}

/** Replaces the custom tags of an object. */
export const setTags = async (trx: Db, object: TaggedObject, sent: SentTags): Promise<void> => {
  const wanted = await wantedTags(trx, sent)
  if (!wanted) return
  const { ids } = wanted
  for (const id of await tagIdsOf(trx, object)) if (!ids.includes(id)) await unlinkTag(trx, id, object)
  for (const id of ids) await linkTag(trx, id, object)
}
