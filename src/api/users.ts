import { z } from 'zod'
import { newUser, userPatch } from './bodies/user.ts'
import {
  recordCreateRoute,
  recordDeleteRoute,
  recordGetRoute,
  recordInfoRoute,
  recordListRoute,
  recordUpdateRoute,
} from './security-records.ts'
import { pk } from './declare/resource.ts'
import { route } from './declare/route.ts'

const row = z.object({
  id: z.number(),
  username: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  active: z.boolean(),
  roles: z.array(z.object({ id: z.number(), name: z.string() })),
  groups: z.array(z.object({ id: z.number(), name: z.string(), label: z.string().nullable(), description: z.string().nullable() })),
  last_login: z.string().nullable(),
  login_count: z.number().nullable(),
  fail_login_count: z.number().nullable(),
  created_on: z.string(),
  changed_on: z.string(),
  created_by: z.object({ id: z.number() }).nullable(),
  changed_by: z.object({ id: z.number() }).nullable(),
})

const named = { path: 'users', view: 'User', tag: 'Security Users', row }

export const userList = recordListRoute(named)
export const userInfo = recordInfoRoute(named)
export const userGet = recordGetRoute(named)
export const userCreate = recordCreateRoute(named, newUser, 400)
export const userUpdate = recordUpdateRoute(named, userPatch, 400)
/** What the account owns is given to `new_owner`; without one it stays, owned by nobody if nobody else owns it. */
export const userDelete = route({
  ...recordDeleteRoute(named),
  query: z.object({ new_owner: z.coerce.number().int().positive().optional() }),
})

const ownedObject = z.object({
  kind: z.enum(['dashboard', 'chart', 'dataset']),
  id: z.number(),
  name: z.string(),
  /** Nobody else owns it. */
  is_sole: z.boolean(),
})
export type OwnedObject = z.output<typeof ownedObject>

export const userOwned = route({
  method: 'GET',
  path: '/api/v1/security/users/:pk/owned',
  access: ['can_get', 'User'],
  summary: 'What an account owns',
  tag: 'Security Users',
  ids: 'digits',
  params: pk,
  result: z.object({ result: z.array(ownedObject) }),
})

export const userAvatar = route({
  method: 'GET',
  path: '/api/v1/user/:user_id/avatar.png',
  access: 'user',
  summary: 'The picture of a person; nobody has one',
  tag: 'User',
  params: z.object({ user_id: z.string() }),
  answers: 'bytes',
})
