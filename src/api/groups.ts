import { z } from 'zod'
import { groupPatch, newGroup } from './bodies/group.ts'
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

export const groupList = recordListRoute(named)
export const groupInfo = recordInfoRoute(named)
export const groupGet = recordGetRoute(named)
export const groupCreate = recordCreateRoute(named, newGroup, 400)
export const groupUpdate = recordUpdateRoute(named, groupPatch, 400)
export const groupDelete = recordDeleteRoute(named)
