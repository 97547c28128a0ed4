import { z } from 'zod'
import { userAttributesBody } from './bodies/user.ts'
import { pk } from './declare/resource.ts'
import { route } from './declare/route.ts'

const path = '/api/v1/security/users/:pk/attributes'
const tag = 'Security Users'

const attributes = z.object({
  result: z.array(
    z.object({
      name: z.string(),
      value: z.union([z.string(), z.array(z.string())]),
      /** Who wrote it: an administrator, or what the person signs in with. */
      source: z.enum(['hand', 'oidc', 'ldap', 'scim']),
    }),
  ),
})

export const userAttributesGet = route({
  method: 'GET',
  path,
  access: ['can_get', 'User'],
  summary: 'Attributes of a person for row-level rules and templates',
  tag,
  ids: 'digits',
  params: pk,
  result: attributes,
})

export const userAttributesSet = route({
  method: 'PUT',
  path,
  access: ['can_put', 'User'],
  summary: 'Replace the attributes that were written by hand',
  tag,
  ids: 'digits',
  params: pk,
  body: userAttributesBody,
  result: attributes,
})
