import {
  tagAddFavorite,
  tagBulkCreate,
  tagBulkDelete,
  tagCreate,
  tagDelete,
  tagFavoriteStatus,
  taggedKinds,
  tagGet,
  tagInfo,
  tagList,
  tagObject,
  tagObjects,
  tagRelated,
  tagRemoveFavorite,
  tagUpdate,
  untagObject,
} from '#api/tag.ts'
import { largestInteger } from '#api/declare/field.ts'
import { MessageError, notFound } from '#core/errors.ts'
import { t } from '#core/i18n/t.ts'
import { userOf, type Principal } from '#core/access/principal.ts'
import { serve, type App } from '../../http/serve.ts'
import { addFavorite, favoriteStatus, removeFavorite } from '../../list/favorites.ts'
import { getRecord, serveRecords } from '../../list/record.ts'
import { related } from '../../list/related.ts'
import type { TaggedObject } from './links.ts'
import { taggedKindNames, readTaggedObjects } from './objects.ts'
import { tagSpec } from './spec.ts'
import { createTag, createTags, deleteTag, deleteTagsByName, addTagsTo, removeTagFrom, updateTag } from './store.ts'

const kind = 'tag'

const split = (list: string | undefined) => (list ?? '').split(',').filter((item) => item !== '')
const parseIds = (text: string) => (/^\d+$/.test(text) && Number(text) <= largestInteger ? [Number(text)] : [])

/** The type number of saved queries. */
const queryType = '1'

/** The object in a path, by type number and id. */
const objectOf = ({ object_type: type, object_id: id }: { object_type: string; object_id: string }): TaggedObject | null => {
  const named =
    type === queryType ? 'query' : Object.hasOwn(taggedKinds, type) ? taggedKinds[Number(type) as keyof typeof taggedKinds] : null
  return named && { kind: named, id: parseIds(id)[0] ?? -1 }
}

/** As in Superset, checked only after the other fields. */
const missingField = (field: string): never => {
  throw new MessageError(400, { [field]: ['Missing data for required field.'] })
}

/** Tags have no owners: users who may write tags may change all of them, on objects that they see. */
export const tags = (app: App): void => {
  const { ctx } = app
  serveRecords(app, tagSpec, { list: tagList, info: tagInfo })

  const seenBy = async (principal: Principal, ids: readonly number[]): Promise<number> => {
    const found = ids.length
      ? await ctx.db
          .selectFrom('tags')
          .select('id')
          .where('id', 'in', [...ids])
          .execute()
      : []
    const userId = userOf(principal)?.id
    if (userId === undefined || found.length === 0) throw notFound()
    return userId
  }

  serve(app, tagRelated, async ({ principal, params, q }) => related(tagSpec, { ctx, principal }, params.column, q))
  serve(app, tagGet, async ({ principal, params, q }) => getRecord(tagSpec, { ctx, principal }, params.pk, q))

  serve(app, tagCreate, async ({ principal, body, reply }) => {
    await createTag({ ctx, by: principal }, body)
    reply.code(201)
    return {}
  })

  serve(app, tagBulkCreate, async ({ principal, body }) => ({
    result: await createTags({ ctx, by: principal }, body.tags ?? missingField('tags')),
  }))

  serve(app, tagUpdate, async ({ principal, params, body }) => {
    const name = body.name ?? missingField('name')
    await updateTag({ ctx, by: principal }, params.pk, { ...body, name })
    return { id: params.pk, result: body }
  })

  serve(app, tagDelete, async ({ principal, params }) => {
    await deleteTag({ ctx, by: principal }, params.pk)
    return { message: 'OK' }
  })

  serve(app, tagBulkDelete, async ({ principal, q }) => {
    const count = await deleteTagsByName({ ctx, by: principal }, q)
    return { message: t('Deleted %(num)d tags', { num: count }) }
  })

  serve(app, tagFavoriteStatus, async ({ principal, q }) => ({
    result: await favoriteStatus(ctx, { kind, userId: await seenBy(principal, q) }, q),
  }))

  serve(app, tagAddFavorite, async ({ principal, params }) => {
    await addFavorite(ctx, { kind, userId: await seenBy(principal, [params.pk]) }, params.pk)
    return { result: 'OK' }
  })

  serve(app, tagRemoveFavorite, async ({ principal, params }) => {
    await removeFavorite(ctx, { kind, userId: await seenBy(principal, [params.pk]) }, params.pk)
    return { result: 'OK' }
  })

  serve(app, tagObjects, async ({ principal, query }) => {
    const asked = { names: split(query.tags), ids: split(query.tagIds).flatMap(parseIds) }
    const types = split(query.types)
    const kinds = taggedKindNames.filter((name) => types.length === 0 || types.includes(name))
    const found = await Promise.all(kinds.map((name) => readTaggedObjects({ ctx, principal }, name, asked)))
    return { result: found.flat() }
  })

  serve(app, tagObject, async ({ principal, params, body, reply }) => {
    const object = objectOf(params)
    const names = body.properties?.tags
    if (!names) throw new MessageError(400, "Missing required field 'tags' in 'properties'")
    if (!object) throw new MessageError(422, t('Invalid tag'))
    await addTagsTo({ ctx, by: principal }, object, names)
    reply.code(201)
    return {}
  })

  serve(app, untagObject, async ({ principal, params }) => {
    const object = objectOf(params)
    const isGone = object && (await removeTagFrom({ ctx, by: principal }, object, params.tag))
    if (!isGone) throw new MessageError(422, t('Could not process entity'))
    return { message: 'OK' }
  })
}
