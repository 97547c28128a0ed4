import { z } from 'zod'
import { body, integer, text } from './declare/field.ts'
import {
  recordCreateRoute,
  recordDeleteRoute,
  recordGetRoute,
  recordInfoRoute,
  recordListRoute,
  recordUpdateRoute,
} from './security-records.ts'

const named = z.object({ id: z.number(), name: z.string() })

const permissions = { path: 'permissions', view: 'Permission', tag: 'Security Permissions', row: named }

export const permissionList = recordListRoute(permissions)
export const permissionInfo = recordInfoRoute(permissions)
export const permissionGet = recordGetRoute(permissions)

const resources = { path: 'resources', view: 'ViewMenu', tag: 'Security Resources (View Menus)', row: named }
const name = text({ max: 250 })

export const viewMenuList = recordListRoute(resources)
export const viewMenuInfo = recordInfoRoute(resources)
export const viewMenuGet = recordGetRoute(resources)
export const viewMenuCreate = recordCreateRoute(resources, body({ name }))
export const viewMenuUpdate = recordUpdateRoute(resources, body({ name: name.optional() }))
export const viewMenuDelete = recordDeleteRoute(resources)

const pairs = {
  path: 'permissions-resources',
  view: 'PermissionViewMenu',
  tag: 'Security Permissions on Resources (View Menus)',
  row: z.object({ id: z.number(), permission: z.object({ name: z.string() }), view_menu: z.object({ name: z.string() }) }),
}

export const pairList = recordListRoute(pairs)
export const pairInfo = recordInfoRoute(pairs)
export const pairGet = recordGetRoute(pairs)
export const pairCreate = recordCreateRoute(pairs, body({ permission_id: integer(), view_menu_id: integer() }))
export const pairUpdate = recordUpdateRoute(pairs, body({ permission_id: integer().optional(), view_menu_id: integer().optional() }))
export const pairDelete = recordDeleteRoute(pairs)
