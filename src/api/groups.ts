import { z } from 'zod'
import { body, integer, list, text } from './declare/field.ts'
import {
  recordCreateRoute,
  recordDeleteRoute,
  recordGetRoute,
  recordInfoRoute,
  recordListRoute,
  recordUpdateRoute,
} from './security-records.ts'

const row = z.object({
  id: z.number(),
  name: z.string(),
  label: z.string().nullable(),
  description: z.string().nullable(),
  roles: z.array(z.object({ id: z.number(), name: z.string() })),
  users: z.array(z.object({ id: z.number(), username: z.string() })),
})

const named = { path: 'groups', view: 'Group', tag: 'Security Groups', row }

const name = text({ min: 1, max: 100 })
const others = {
  label: text({ min: 0, max: 150 }).nullable().optional(),
  description: text({ min: 0, max: 512 }).nullable().optional(),
  users: list(integer()).optional(),
  roles: list(integer()).optional(),
}

export const groupList = recordListRoute(named)
export const groupInfo = recordInfoRoute(named)
export const groupGet = recordGetRoute(named)
export const groupCreate = recordCreateRoute(named, body({ name, ...others }), 400)
export const groupUpdate = recordUpdateRoute(named, body({ name: name.optional(), ...others }), 400)
export const groupDelete = recordDeleteRoute(named)
