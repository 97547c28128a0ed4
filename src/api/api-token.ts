import { z } from 'zod'
import { scopes } from '#core/access/scopes.ts'
import { apiTokenBody } from './bodies/sign-in/api-token.ts'
import { message } from './declare/resource.ts'
import { route } from './declare/route.ts'

const tag = 'API tokens'
const path = '/api/v1/me/tokens'

const apiToken = z.object({
  id: z.number(),
  name: z.string(),
  /** Its last characters. */
  hint: z.string(),
  scopes: z.array(z.enum(scopes)),
  created_on: z.string(),
  expires_on: z.string().nullable(),
  used_on: z.string().nullable(),
})
export type ApiToken = z.infer<typeof apiToken>

export const apiTokensRoute = route({
  method: 'GET',
  path,
  access: 'user',
  summary: 'The own API tokens, the newest first',
  tag,
  result: z.object({ result: z.array(apiToken) }),
})

export const createApiTokenRoute = route({
  method: 'POST',
  path,
  access: 'user',
  summary: 'Make an API token; only this answer shows it',
  tag,
  body: apiTokenBody,
  result: z.object({ id: z.number(), token: z.string(), result: apiToken }),
})

export const revokeApiTokenRoute = route({
  method: 'DELETE',
  path: `${path}/:pk`,
  access: 'user',
  summary: 'Revoke an own API token',
  tag,
  ids: 'digits',
  params: z.object({ pk: z.coerce.number().int() }),
  result: message,
})
