import { stickyFiltersDelete, stickyFiltersGet, stickyFiltersUpdate } from '#api/dashboard-links.ts'
import { isAllowed } from '#core/access/can.ts'
import { userOf, type Principal } from '#core/access/principal.ts'
import { readObject } from '#core/encoding/read-object.ts'
import { MessageError, notFound } from '#core/errors.ts'
import { hasStickyFilters } from '#core/filters/values/sticky-masks.ts'
import { t } from '#core/i18n/t.ts'
import { subjectOf } from '../../access/subjects.ts'
import type { Context } from '../../context.ts'
import { deleteValue, getValue, putValue } from '../../db/key-values.ts'
import type { Db } from '../../db/open.ts'
import { serve, type App } from '../../http/serve.ts'
import { requireTargets } from './sources.ts'

/** Users have values of their own, guests and the public have none. */
const keyOf = (principal: Principal, dashboardId: number): string | null => {
  const user = userOf(principal)
  return user && `${dashboardId}/${user.id}`
}

/** The filter values that a user last applied on a dashboard; null if there are none. */
export const stickyValue = async (ctx: Pick<Context, 'db' | 'now' | 'config'>, principal: Principal, dashboardId: number) => {
  const key = keyOf(principal, dashboardId)
  return key === null ? null : ((await getValue(ctx, 'sticky_filters', key))?.value ?? null)
}

/** Deletes what is remembered for a dashboard or a user. */
export const deleteStickyValues = (trx: Db, of: { dashboard: number } | { user: number }): Promise<unknown> => {
  const all = trx.deleteFrom('key_values').where('kind', '=', 'sticky_filters')
  return 'user' in of ? all.where('owner_id', '=', of.user).execute() : all.where('key', 'like', `${of.dashboard}/%`).execute()
}

/** Whether the dashboard remembers values. @throws MessageError 404 if the principal may not see it */
const remembers = async (ctx: Pick<Context, 'db'>, principal: Principal, id: number): Promise<boolean> => {
  const subject = await subjectOf(ctx.db, 'dashboard', id)
  if (!subject || !isAllowed(principal, 'see', subject)) throw new MessageError(404, t('Resource was not found.'))
  const row = await ctx.db.selectFrom('dashboards').select('json_metadata').where('id', '=', id).executeTakeFirst()
  return hasStickyFilters(readObject(row?.json_metadata ?? null))
}

/** Filter values that a dashboard remembers for each user, in every browser. */
export const stickyFilters = (app: App): void => {
  const { ctx } = app

  serve(app, stickyFiltersGet, async ({ principal, params: { pk } }) => ({
    value: (await remembers(ctx, principal, pk)) ? await stickyValue(ctx, principal, pk) : null,
  }))

  serve(app, stickyFiltersUpdate, async ({ principal, params: { pk }, body: { value } }) => {
    const isRemembering = await remembers(ctx, principal, pk)
    const key = keyOf(principal, pk)
    if (!isRemembering || key === null) throw new MessageError(403, t("You don't have permission to modify the value."))
    await requireTargets(ctx.db, principal, pk, value)
    await putValue(ctx, 'sticky_filters', key, { value, ownerId: userOf(principal)?.id ?? null })
    return { message: t('Updated successfully') }
  })

  serve(app, stickyFiltersDelete, async ({ principal, params: { pk } }) => {
    await remembers(ctx, principal, pk)
    const key = keyOf(principal, pk)
    if (key === null) throw notFound()
    await deleteValue(ctx, 'sticky_filters', key)
    return { message: t('Deleted successfully') }
  })
}
