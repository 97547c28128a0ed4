import { z } from 'zod'
import { newTag, tagPatch } from './bodies/tag.ts'
import { body, list } from './declare/field.ts'
import {
  addFavoriteRoute,
  deleteRoute,
  favoriteStatusRoute,
  infoRoute,
  listRoute,
  message,
  person,
  pk,
  relatedRoute,
  recordRoute,
  removeFavoriteRoute,
} from './declare/resource.ts'
import { route } from './declare/route.ts'

/** Tags of objects; in paths the kind of the object is a number. */
const named = { tag: 'tag', view: 'Tag' } as const
const { tag, view } = named
const path = '/api/v1/tag/'

export const taggedKinds = { 2: 'chart', 3: 'dashboard', 4: 'dataset' } as const
export type TaggedKind = (typeof taggedKinds)[keyof typeof taggedKinds]

const nothing = z.object({})

const names = person.omit({ id: true })

const tagRow = z.object({
  id: z.number(),
  name: z.string(),
  type: z.number(),
  description: z.string().nullable(),
  created_by: names.nullable(),
  changed_by: names.nullable(),
  created_on_delta_humanized: z.string(),
  changed_on_delta_humanized: z.string(),
})

export const tagList = listRoute({ ...named, row: tagRow })
export const tagInfo = infoRoute(named)
export const tagRelated = relatedRoute(named)
export const tagDelete = deleteRoute(named)
export const tagFavoriteStatus = favoriteStatusRoute(named)
export const tagAddFavorite = addFavoriteRoute(named)
export const tagRemoveFavorite = removeFavoriteRoute(named)

export const tagBulkDelete = route({
  method: 'DELETE',
  path,
  access: ['can_write', view],
  summary: 'Delete several, by their names',
  tag,
  q: z.array(z.string()),
  result: message,
})

export const tagGet = recordRoute({ ...named, row: tagRow, summary: 'One tag' })

export const tagCreate = route({
  method: 'POST',
  path,
  access: ['can_write', view],
  summary: 'Create, or put a tag that is there on more objects',
  tag,
  body: newTag,
  result: nothing,
})

export const tagBulkCreate = route({
  method: 'POST',
  path: `${path}bulk_create`,
  access: ['can_bulk_create', view],
  summary: 'Put several tags on several objects',
  tag,
  body: body({ tags: list(newTag).optional() }),
  result: z.object({
    result: z.object({ objects_tagged: z.array(z.unknown()), objects_skipped: z.array(z.unknown()) }),
  }),
})

export const tagUpdate = route({
  method: 'PUT',
  path: `${path}:pk`,
  access: ['can_write', view],
  summary: 'Rename, describe, and set the objects that bear it',
  tag,
  ids: 'digits',
  params: pk,
  body: tagPatch,
  result: z.object({ id: z.number(), result: z.record(z.string(), z.unknown()) }),
})

const taggedObject = z.object({
  id: z.number(),
  type: z.enum(['chart', 'dashboard', 'dataset']),
  name: z.string(),
  url: z.string(),
  changed_on: z.string(),
  created_by: z.object({}),
  creator: z.string(),
  owners: z.array(person.extend({ username: z.string() })),
  tags: z.array(z.object({ id: z.number(), name: z.string(), type: z.string() })),
})

const comma = () => z.string().optional()

export const tagObjects = route({
  method: 'GET',
  path: `${path}get_objects/`,
  access: ['can_read', view],
  summary: 'Objects that bear one of the tags, or any',
  tag,
  query: z.object({
    /** Comma-separated names. */
    tags: comma(),
    /** Comma-separated ids. */
    tagIds: comma(),
    /** Comma-separated kinds. */
    types: comma(),
  }),
  result: z.object({ result: z.array(taggedObject) }),
})

const object = z.object({ object_type: z.string(), object_id: z.string() })

export const tagObject = route({
  method: 'POST',
  path: `${path}:object_type/:object_id/`,
  access: ['can_write', view],
  summary: 'Put tags on an object; new ones are made',
  tag,
  params: object,
  body: z.object({ properties: z.object({ tags: z.array(z.string()).optional() }).optional() }),
  result: nothing,
})

export const untagObject = route({
  method: 'DELETE',
  path: `${path}:object_type/:object_id/:tag/`,
  access: ['can_write', view],
  summary: 'Take a tag off an object',
  tag,
  params: object.extend({ tag: z.string() }),
  result: message,
})
