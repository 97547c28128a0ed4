import { MessageError, notFound } from '#core/errors.ts'
import type { Principal } from '#core/access/principal.ts'
import { t } from '#core/i18n/t.ts'
import { rejectEscalation } from '../../access/admin-guard.ts'
import { logAction } from '../../access/log-action.ts'
import { clearRightsCache } from '../../access/principals.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/open.ts'
import { transact } from '../../db/transact.ts'

type Change<T> = { by: Principal; action: string; work: (trx: Db) => Promise<T> }

const change = async <T>(ctx: Context, { by, action, work }: Change<T>): Promise<T> => {
  const result = await transact(ctx.db, async (trx) => {
    const done = await work(trx)
    await logAction(trx, { action, now: ctx.now(), by })
    return done
  })
  clearRightsCache(ctx)
  return result
}

const requireFreeName = async (trx: Db, name: string) => {
  const taken = await trx.selectFrom('view_menus').select('id').where('name', '=', name).executeTakeFirst()
  if (taken) throw new MessageError(422, t('Name must be unique'))
}

const requireExisting = async (trx: Db, table: 'view_menus' | 'permission_views', id: number) => {
  if (!(await trx.selectFrom(table).select('id').where('id', '=', id).executeTakeFirst())) throw notFound()
}

export const createViewMenu = (ctx: Context, by: Principal, name: string): Promise<number> =>
  change(ctx, {
    by,
    action: 'resource.create',
    work: async (trx) => {
      await requireFreeName(trx, name)
      return (await trx.insertInto('view_menus').values({ name }).returning('id').executeTakeFirstOrThrow()).id
    },
  })

/** Renames a view menu. @throws MessageError for built-in ones and those of objects */
export const renameViewMenu = (ctx: Context, by: Principal, id: number, name: string | undefined): Promise<void> =>
  change(ctx, {
    by,
    action: 'resource.update',
    work: async (trx) => {
      await requireExisting(trx, 'view_menus', id)
      if (name === undefined) return
      await rejectUsed(trx, id)
      await requireFreeName(trx, name)
      await trx.updateTable('view_menus').set({ name }).where('id', '=', id).execute()
    },
  })

export const deleteViewMenu = (ctx: Context, by: Principal, id: number): Promise<void> =>
  change(ctx, {
    by,
    action: 'resource.delete',
    work: async (trx) => {
      await requireExisting(trx, 'view_menus', id)
      await rejectUsed(trx, id)
      await trx.deleteFrom('view_menus').where('id', '=', id).execute()
    },
  })

const rejectUsed = async (trx: Db, viewId: number) => {
  const used = await trx.selectFrom('permission_views').select('id').where('view_menu_id', '=', viewId).executeTakeFirst()
  if (used) throw new MessageError(422, t('Permissions stand on this resource'))
}

type Pair = { permission_id: number; view_menu_id: number }

export const createPair = (ctx: Context, by: Principal, pair: Pair): Promise<number> =>
  change(ctx, {
    by,
    action: 'permission.create',
    work: async (trx) => {
      await requireValidPair(trx, pair)
      return (await trx.insertInto('permission_views').values(pair).returning('id').executeTakeFirstOrThrow()).id
    },
  })

export const updatePair = (ctx: Context, by: Principal, id: number, patch: Partial<Pair>): Promise<void> =>
  change(ctx, {
    by,
    action: 'permission.update',
    work: async (trx) => {
      const known = await trx.selectFrom('permission_views').selectAll().where('id', '=', id).executeTakeFirst()
      if (!known) throw notFound()
      const pair = { permission_id: patch.permission_id ?? known.permission_id, view_menu_id: patch.view_menu_id ?? known.view_menu_id }
      if (pair.permission_id === known.permission_id && pair.view_menu_id === known.view_menu_id) return
      await requireValidPair(trx, pair)
      const holders = await holdersOf(trx, id)
      await rejectEscalation(trx, by, { roles: holders })
      await trx.updateTable('permission_views').set(pair).where('id', '=', id).execute()
      await rejectEscalation(trx, by, { roles: holders })
    },
  })

/** Roles that have a permission pair, which are affected by its change. */
const holdersOf = async (trx: Db, pairId: number): Promise<number[]> => {
  const rows = await trx.selectFrom('role_permissions').select('role_id').where('permission_view_id', '=', pairId).execute()
  return rows.map((row) => row.role_id)
}

export const deletePair = (ctx: Context, by: Principal, id: number): Promise<void> =>
  change(ctx, {
    by,
    action: 'permission.delete',
    work: async (trx) => {
      await requireExisting(trx, 'permission_views', id)
      await rejectEscalation(trx, by, { roles: await holdersOf(trx, id) })
      await trx.deleteFrom('role_permissions').where('permission_view_id', '=', id).execute()
      await trx.deleteFrom('permission_views').where('id', '=', id).execute()
    },
  })

const requireValidPair = async (trx: Db, { permission_id, view_menu_id }: Pair) => {
  const permission = await trx.selectFrom('permissions').select('id').where('id', '=', permission_id).executeTakeFirst()
  if (!permission) throw new MessageError(422, { permission_id: [t('Unknown ids: %(ids)s', { ids: permission_id })] })
  const view = await trx.selectFrom('view_menus').select('id').where('id', '=', view_menu_id).executeTakeFirst()
  if (!view) throw new MessageError(422, { view_menu_id: [t('Unknown ids: %(ids)s', { ids: view_menu_id })] })
  const taken = await trx
    .selectFrom('permission_views')
    .select('id')
    .where('permission_id', '=', permission_id)
    .where('view_menu_id', '=', view_menu_id)
    .executeTakeFirst()
  if (taken) throw new MessageError(422, t('This permission exists already'))
}
