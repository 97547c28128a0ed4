import {
  roleCreate,
  roleDelete,
  roleGet,
  roleInfo,
  roleList,
  rolePermissions,
  roleSearch,
  roleSetGroups,
  roleSetPermissions,
  roleSetUsers,
  roleUpdate,
} from '#api/roles.ts'
import { notFound } from '#core/errors.ts'
import { asResult, serve, type App } from '../../http/serve.ts'
import { list } from '../../list/list.ts'
import { serveRecords } from '../../list/record.ts'
import { toListQuery } from './search.ts'
import { roleSearchSpec, roleSpec } from './spec.ts'
import { createRole, deleteRole, renameRole, setRoleLinks } from './store.ts'

export const roles = (app: App): void => {
  const { ctx } = app
  serveRecords(app, roleSpec, { list: roleList, info: roleInfo, get: roleGet })

  serve(app, roleSearch, async ({ principal, q }) => {
    const { count, ids, result } = await list(roleSearchSpec, { ctx, principal }, toListQuery(q))
    return asResult(roleSearch, { count, ids, result })
  })

  serve(app, roleCreate, async ({ principal, body, reply }) => {
    const id = await createRole(ctx, principal, body.name)
    reply.code(201)
    return { id, result: body }
  })

  serve(app, roleUpdate, async ({ principal, params, body }) => {
    await renameRole(ctx, principal, params.pk, body.name)
    const role = await ctx.db.selectFrom('roles').select('name').where('id', '=', params.pk).executeTakeFirstOrThrow()
    return { result: role }
  })

  serve(app, roleDelete, async ({ principal, params }) => {
    await deleteRole(ctx, principal, params.pk)
    return { message: 'OK' }
  })

  serve(app, rolePermissions, async ({ params }) => {
    const role = await ctx.db.selectFrom('roles').select('id').where('id', '=', params.pk).executeTakeFirst()
    if (!role) throw notFound()
    const result = await ctx.db
      .selectFrom('role_permissions')
      .innerJoin('permission_views', 'permission_views.id', 'role_permissions.permission_view_id')
      .innerJoin('permissions', 'permissions.id', 'permission_views.permission_id')
      .innerJoin('view_menus', 'view_menus.id', 'permission_views.view_menu_id')
      .select(['permission_views.id', 'permissions.name as permission_name', 'view_menus.name as view_menu_name'])
      .where('role_id', '=', role.id)
      .orderBy('permission_views.id')
      .execute()
    return { result }
  })

  serve(app, roleSetPermissions, async ({ principal, params, body }) => {
    await setRoleLinks(ctx, principal, params.pk, { way: 'pairs of a role', ids: body.permission_view_menu_ids })
    return { result: body }
  })

  serve(app, roleSetUsers, async ({ principal, params, body }) => {
    await setRoleLinks(ctx, principal, params.pk, { way: 'users of a role', ids: body.user_ids })
    return { result: body }
  })

  serve(app, roleSetGroups, async ({ principal, params, body }) => {
    await setRoleLinks(ctx, principal, params.pk, { way: 'groups of a role', ids: body.group_ids })
    return { result: body }
  })
}
