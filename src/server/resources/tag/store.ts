import type { NewTag } from '#api/bodies/tag.ts'
import type { TaggedKind } from '#api/tag.ts'
import { MessageError, notFound } from '#core/errors.ts'
import { t } from '#core/i18n/t.ts'
import { userOf, type Principal } from '#core/access/principal.ts'
import { logAction } from '../../access/log-action.ts'
import type { Context } from '../../context.ts'
import { isImplicitName, tagTypes } from '../../db/implicit-tags.ts'
import type { Db } from '../../db/open.ts'
import { transact } from '../../db/transact.ts'
import { linkTag, canSeeObject, unlinkTag, type TaggedObject } from './links.ts'

export type WriteInput = { ctx: Context; by: Principal }

const objectsOf = (sent: NewTag['objects_to_tag'] = []): TaggedObject<TaggedKind>[] => sent.map(([kind, id]) => ({ kind, id }))

const stamp = ({ ctx, by }: WriteInput) => ({ changed_on: ctx.now().toISOString(), changed_by_fk: userOf(by)?.id ?? null })

const invalidError = () => new MessageError(422, t('Tag parameters are invalid.'))

/** Implicit tags cannot be changed. @throws MessageError 404, 422 */
const requireCustom = async (trx: Db, id: number): Promise<void> => {
  const tag = await trx.selectFrom('tags').select('type').where('id', '=', id).executeTakeFirst()
  if (!tag) throw notFound()
  if (tag.type !== tagTypes.custom) throw invalidError()
}

/** The id of a tag by name; created if missing. */
const ensureTag = async (trx: Db, writing: WriteInput, { name, description }: Pick<NewTag, 'name' | 'description'>): Promise<number> => {
  const word = name.trim()
  if (word === '') throw new MessageError(400, { name: ['Shorter than minimum length 1.'] })
  const { changed_on, changed_by_fk } = stamp(writing)
  if (isImplicitName(word)) throw invalidError()
  const known = await trx.selectFrom('tags').select('id').where('name', '=', word).executeTakeFirst()
  if (known) {
    if (description !== undefined)
      await trx.updateTable('tags').set({ description, changed_on, changed_by_fk }).where('id', '=', known.id).execute()
    return known.id
  }
  const values = {
    name: word,
    description: description ?? null,
    changed_on,
    changed_by_fk,
    created_on: changed_on,
    created_by_fk: changed_by_fk,
  }
  const { id } = await trx.insertInto('tags').values(values).returning('id').executeTakeFirstOrThrow()
  await logAction(trx, { action: 'tag.create', now: writing.ctx.now(), by: writing.by, json: { id } })
  return id
}

const requireObjects = async (trx: Db, by: Principal, objects: readonly TaggedObject[]): Promise<void> => {
  for (const object of objects) if (!(await canSeeObject(trx, by, object))) throw invalidError()
}

/** Adds a tag, created if missing, to objects. */
export const createTag = (writing: WriteInput, tag: NewTag): Promise<void> =>
  transact(writing.ctx.db, async (trx) => {
    const objects = objectsOf(tag.objects_to_tag)
    await requireObjects(trx, writing.by, objects)
    const id = await ensureTag(trx, writing, tag)
    for (const object of objects) await linkTag(trx, id, object)
  })

type ObjectRefs = [kind: TaggedKind, id: number][]

/** Adds several tags; objects that the writer does not see are skipped. */
export const createTags = (
  writing: WriteInput,
  tags: readonly NewTag[],
): Promise<{ objects_tagged: ObjectRefs; objects_skipped: ObjectRefs }> =>
  transact(writing.ctx.db, async (trx) => {
    const told = { tagged: new Map<string, TaggedObject<TaggedKind>>(), skipped: new Map<string, TaggedObject<TaggedKind>>() }
    for (const tag of tags) {
      const id = await ensureTag(trx, writing, tag)
      for (const object of objectsOf(tag.objects_to_tag)) {
        const isSeen = await canSeeObject(trx, writing.by, object)
        if (isSeen) await linkTag(trx, id, object)
        told[isSeen ? 'tagged' : 'skipped'].set(`${object.kind} ${object.id}`, object)
      }
    }
    const list = (objects: Map<string, TaggedObject<TaggedKind>>): ObjectRefs => [...objects.values()].map(({ kind, id }) => [kind, id])
    return { objects_tagged: list(told.tagged), objects_skipped: list(told.skipped) }
  })

/** Replaces a tag's objects, except for saved queries and those that the writer does not see. */
const setObjects = async (trx: Db, by: Principal, tagId: number, objects: readonly TaggedObject[]): Promise<void> => {
  await requireObjects(trx, by, objects)
  const now = await trx
    .selectFrom('tagged')
    .select(['kind', 'object_id as id'])
    .where('tag_id', '=', tagId)
    .where('kind', '!=', 'query')
    .execute()
  for (const object of now as TaggedObject[]) {
    const isKept = objects.some(({ kind, id }) => kind === object.kind && id === object.id)
    if (!isKept && (await canSeeObject(trx, by, object))) await unlinkTag(trx, tagId, object)
  }
  for (const object of objects) await linkTag(trx, tagId, object)
}

export const updateTag = (writing: WriteInput, id: number, change: Partial<NewTag> & { name: string }): Promise<void> =>
  transact(writing.ctx.db, async (trx) => {
    const name = change.name.trim()
    await requireCustom(trx, id)
    if (isImplicitName(name)) throw invalidError()
    const taken = await trx.selectFrom('tags').select('id').where('name', '=', name).where('id', '!=', id).executeTakeFirst()
    if (taken) throw new MessageError(422, { name: [t('Name must be unique')] })
    const { description, objects_to_tag: objects } = change
    const values = { name, ...(description !== undefined && { description }), ...stamp(writing) }
    await trx.updateTable('tags').set(values).where('id', '=', id).execute()
    if (objects) await setObjects(trx, writing.by, id, objectsOf(objects))
    await logAction(trx, { action: 'tag.update', now: writing.ctx.now(), by: writing.by, json: { id } })
  })

const deleteTags = async (trx: Db, { ctx, by }: WriteInput, ids: number[]): Promise<void> => {
  await trx.deleteFrom('tagged').where('tag_id', 'in', ids).execute()
  await trx.deleteFrom('favorites').where('kind', '=', 'tag').where('object_id', 'in', ids).execute()
  await trx.deleteFrom('tags').where('id', 'in', ids).execute()
  await logAction(trx, { action: 'tag.delete', now: ctx.now(), by, json: { ids } })
}

export const deleteTag = (writing: WriteInput, id: number): Promise<void> =>
  transact(writing.ctx.db, async (trx) => {
    await requireCustom(trx, id)
    await deleteTags(trx, writing, [id])
  })

/** Deletes all or none. @returns how many. @throws MessageError 422 with the names of unknown tags */
export const deleteTagsByName = (writing: WriteInput, names: readonly string[]): Promise<number> =>
  transact(writing.ctx.db, async (trx) => {
    const wanted = [...new Set(names)]
    if (wanted.length === 0) return 0
    const found = await trx
      .selectFrom('tags')
      .select(['id', 'name'])
      .where('name', 'in', wanted)
      .where('type', '=', tagTypes.custom)
      .execute()
    const missing = wanted.filter((name) => !found.some((row) => row.name === name))
    if (missing.length)
      throw new MessageError(422, `Invalid tag parameters: [${missing.map((name) => `'${name}'`).join(', ')}]. Tag parameters are invalid.`)
    await deleteTags(
      trx,
      writing,
      found.map(({ id }) => id),
    )
    return wanted.length
  })

/** Adds tags to an object by name. @throws MessageError 404 for an object that the writer does not see */
export const addTagsTo = (writing: WriteInput, object: TaggedObject, names: readonly string[]): Promise<void> =>
  transact(writing.ctx.db, async (trx) => {
    if (!(await canSeeObject(trx, writing.by, object))) throw notFound()
    for (const name of names) await linkTag(trx, await ensureTag(trx, writing, { name }), object)
  })

/** Removes a tag from an object; false unless the object had it and the writer sees the object. */
export const removeTagFrom = (writing: WriteInput, object: TaggedObject, name: string): Promise<boolean> =>
  transact(writing.ctx.db, async (trx) => {
    const tag = await trx.selectFrom('tags').select('id').where('name', '=', name).executeTakeFirst()
    if (!tag || !(await canSeeObject(trx, writing.by, object))) return false
    return unlinkTag(trx, tag.id, object)
  })
