import { z } from 'zod'
import { minPasswordLength } from './bodies/me.ts'
import { body, flag, integer, list, text } from './declare/field.ts'
import {
  recordCreateRoute,
  recordDeleteRoute,
  recordGetRoute,
  recordInfoRoute,
  recordListRoute,
  recordUpdateRoute,
} from './security-records.ts'
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

const ids = () => list(integer())

const required = {
  username: text({ min: 1, max: 250 }),
  first_name: text({ max: 64 }),
  last_name: text({ max: 64 }),
  email: text({ max: 320 }),
  password: text({ min: minPasswordLength, max: 1024 }),
}

const rights = { active: flag().optional(), roles: ids().optional(), groups: ids().optional() }

const { username, first_name, last_name, email, password } = required

export const userList = recordListRoute(named)
export const userInfo = recordInfoRoute(named)
export const userGet = recordGetRoute(named)
export const userCreate = recordCreateRoute(
  named,
  body({ ...required, ...rights }).refine(({ roles = [], groups = [] }) => roles.length + groups.length > 0, {
    error: "At least one of 'roles' or 'groups' must be provided and non-empty.",
  }),
  400,
)
export const userUpdate = recordUpdateRoute(
  named,
  body({
    username: username.optional(),
    first_name: first_name.optional(),
    last_name: last_name.optional(),
    email: email.optional(),
    password: password.optional(),
    ...rights,
  }),
  400,
)
export const userDelete = recordDeleteRoute(named)

export const userAvatar = route({
  method: 'GET',
  path: '/api/v1/user/:user_id/avatar.png',
  access: 'user',
  summary: 'The picture of a person; nobody has one',
  tag: 'User',
  params: z.object({ user_id: z.string() }),
  answers: 'bytes',
})
