import { z } from 'zod'
import { newRole, rolePatch } from './bodies/role.ts'
import { body, integer, list } from './declare/field.ts'
import { listQ } from './declare/q.ts'
import { pk } from './declare/resource.ts'
import { route } from './declare/route.ts'
import {
  recordCreateRoute,
  recordDeleteRoute,
  recordGetRoute,
  recordInfoRoute,
  recordListRoute,
  recordUpdateRoute,
} from './security-records.ts'

const row = z.object({ id: z.number(), name: z.string() })
const named = { path: 'roles', view: 'Role', tag: 'Security Roles', row }
const { tag } = named

export const roleList = recordListRoute(named)
export const roleInfo = recordInfoRoute(named)
export const roleGet = recordGetRoute(named)
export const roleCreate = recordCreateRoute(named, newRole)
export const roleUpdate = recordUpdateRoute(named, rolePatch)
export const roleDelete = recordDeleteRoute(named)

export const roleSearch = route({
  method: 'GET',
  path: '/api/v1/security/roles/search/',
  access: ['can_list_roles', 'RoleRestAPI'],
  summary: 'Roles with the ids of their pairs, users and groups; each column has one way to be filtered, whatever the operator',
  tag,
  q: listQ,
  result: z.object({
    count: z.number(),
    ids: z.array(z.number()),
    result: z.array(row.extend({ permission_ids: z.array(z.number()), user_ids: z.array(z.number()), group_ids: z.array(z.number()) })),
  }),
})

const pairEntry = z.object({ id: z.number(), permission_name: z.string(), view_menu_name: z.string() })

export const rolePermissions = route({
  method: 'GET',
  path: '/api/v1/security/roles/:pk/permissions/',
  access: ['can_list_role_permissions', 'Role'],
  summary: 'Pairs of a role',
  tag,
  ids: 'digits',
  params: pk,
  result: z.object({ result: z.array(pairEntry) }),
})

const ids = () => list(integer())

export const roleSetPermissions = route({
  method: 'POST',
  path: '/api/v1/security/roles/:pk/permissions',
  access: ['can_add_role_permissions', 'Role'],
  summary: 'Set the pairs of a role',
  tag,
  ids: 'digits',
  params: pk,
  body: body({ permission_view_menu_ids: ids() }),
  result: z.object({ result: z.object({ permission_view_menu_ids: z.array(z.number()) }) }),
})

export const roleSetUsers = route({
  method: 'PUT',
  path: '/api/v1/security/roles/:pk/users',
  access: ['can_update_role_users', 'Role'],
  summary: 'Set who holds a role directly',
  tag,
  ids: 'digits',
  params: pk,
  body: body({ user_ids: ids() }),
  result: z.object({ result: z.object({ user_ids: z.array(z.number()) }) }),
})

export const roleSetGroups = route({
  method: 'PUT',
  path: '/api/v1/security/roles/:pk/groups',
  access: ['can_update_role_groups', 'Role'],
  summary: 'Set the groups that hold a role',
  tag,
  ids: 'digits',
  params: pk,
  body: body({ group_ids: ids() }),
  result: z.object({ result: z.object({ group_ids: z.array(z.number()) }) }),
})
