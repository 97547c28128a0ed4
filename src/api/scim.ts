import { z } from 'zod'
import { route } from './declare/route.ts'

/** SCIM 2.0 (RFC 7643 and 7644), by which an identity provider keeps accounts and groups. */
const base = '/scim/v2'
const tag = 'SCIM'

/** Attributes have names without case and may be of schemas unknown here, so the server reads bodies by its own schemas. */
const resource = z.record(z.string(), z.unknown())
const answer = z.looseObject({ schemas: z.array(z.string()), id: z.string().optional() })
const list = z.object({
  schemas: z.array(z.string()),
  totalResults: z.number(),
  startIndex: z.number(),
  itemsPerPage: z.number(),
  Resources: z.array(answer),
})

const shown = { attributes: z.string().max(2000).optional(), excludedAttributes: z.string().max(2000).optional() }
const whole = z
  .string()
  .regex(/^-?\d{1,9}$/, { error: 'Not a valid integer.' })
  .transform(Number)
const listQuery = z.object({
  filter: z.string().max(4000).optional(),
  startIndex: whole.optional(),
  count: whole.optional(),
  ...shown,
})
const query = z.object(shown)
const params = z.object({ id: z.string() })

/** Groups of ten thousand people. */
const maxBodyBytes = 8 * 1024 * 1024

const patchBody = z.object({
  schemas: z.array(z.string()).optional(),
  Operations: z
    .array(
      z.object({
        op: z
          .string()
          .transform((op) => op.toLowerCase())
          .pipe(z.enum(['add', 'replace', 'remove'])),
        path: z.string().max(2000).optional(),
        value: z.unknown().optional(),
      }),
    )
    .min(1)
    .max(1000),
})
export type ScimOperation = z.output<typeof patchBody>['Operations'][number]

const resourceRoutes = <const P extends 'Users' | 'Groups', const V extends 'User' | 'Group'>(name: P, view: V) => ({
  list: route({
    method: 'GET',
    path: `${base}/${name}`,
    access: ['can_get', view],
    summary: 'List by filter',
    tag,
    query: listQuery,
    result: list,
  }),
  get: route({ method: 'GET', path: `${base}/${name}/:id`, access: ['can_get', view], summary: 'One', tag, params, query, result: answer }),
  create: route({
    method: 'POST',
    path: `${base}/${name}`,
    access: ['can_post', view],
    summary: 'Create',
    tag,
    query,
    body: resource,
    maxBodyBytes,
    result: answer,
  }),
  replace: route({
    method: 'PUT',
    path: `${base}/${name}/:id`,
    access: ['can_put', view],
    summary: 'Replace',
    tag,
    params,
    query,
    body: resource,
    maxBodyBytes,
    result: answer,
  }),
  patch: route({
    method: 'PATCH',
    path: `${base}/${name}/:id`,
    access: ['can_put', view],
    summary: 'Change some attributes',
    tag,
    params,
    query,
    body: patchBody,
    maxBodyBytes,
    result: answer,
  }),
  remove: route({
    method: 'DELETE',
    path: `${base}/${name}/:id`,
    access: ['can_delete', view],
    summary: 'Delete',
    tag,
    params,
    result: z.undefined(),
  }),
})

export const scimUsers = resourceRoutes('Users', 'User')
export const scimGroups = resourceRoutes('Groups', 'Group')

const discovery = <const P extends string>(path: P, summary: string) =>
  route({ method: 'GET', path: `${base}/${path}`, access: 'public', summary, tag, result: answer })

export const scimConfigRoute = discovery('ServiceProviderConfig', 'What of SCIM is supported')
export const scimSchemasRoute = discovery('Schemas', 'The schemas')
export const scimTypesRoute = discovery('ResourceTypes', 'The types of resources')

const one = <const P extends string>(path: P, summary: string) =>
  route({ method: 'GET', path: `${base}/${path}/:id`, access: 'public', summary, tag, params, result: answer })

export const scimSchemaRoute = one('Schemas', 'One schema')
export const scimTypeRoute = one('ResourceTypes', 'One type of resources')
