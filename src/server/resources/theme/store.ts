import { randomUUID } from 'node:crypto'
import type { ThemeBody } from '#api/bodies/theme.ts'
import { isAdmin, userOf, type Principal } from '#core/access/principal.ts'
import { forbidden, MessageError, notFound } from '#core/errors.ts'
import { t } from '#core/i18n/t.ts'
import { logAction } from '../../access/log-action.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/open.ts'
import { transact } from '../../db/transact.ts'
import { requireDistinct } from '../../list/require-distinct.ts'

type WriteInput = { ctx: Context; by: Principal }

/** Which of the two themes that everybody gets. */
export type SystemFlag = 'is_system_default' | 'is_system_dark'

/** In the order of `ids`. @throws MessageError 404 unless all exist */
export const requireThemes = async (db: Db, ids: readonly number[]) => {
  const found = ids.length
    ? await db
        .selectFrom('themes')
        .selectAll()
        .where('id', 'in', [...ids])
        .execute()
    : []
  return ids.map((id) => {
    const row = found.find((theme) => theme.id === id)
    if (!row) throw notFound()
    return row
  })
}

/** Themes have no owners: users who may write themes may change all but system themes. @throws MessageError 403, 404 */
const requireChangeable = async (db: Db, ids: readonly number[]) => {
  const themes = await requireThemes(db, ids)
  if (themes.some(({ is_system }) => is_system)) throw forbidden()
  return themes
}

export const createTheme = ({ ctx, by }: WriteInput, { theme_name, json_data }: ThemeBody) =>
  transact(ctx.db, async (trx) => {
    const now = ctx.now().toISOString()
    const me = userOf(by)?.id ?? null
    const { id } = await trx
      .insertInto('themes')
      .values({
        uuid: randomUUID(),
        theme_name,
        json_data,
        is_system: 0,
        is_system_default: 0,
        is_system_dark: 0,
        created_on: now,
        changed_on: now,
        created_by_fk: me,
        changed_by_fk: me,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await logAction(trx, { action: 'theme.create', now: ctx.now(), by, json: { id } })
    return { id, result: { theme_name, json_data } }
  })

export const updateTheme = ({ ctx, by }: WriteInput, id: number, { theme_name, json_data }: ThemeBody) =>
  transact(ctx.db, async (trx) => {
    await requireChangeable(trx, [id])
    await trx
      .updateTable('themes')
      .set({ theme_name, json_data, changed_on: ctx.now().toISOString(), changed_by_fk: userOf(by)?.id ?? null })
      .where('id', '=', id)
      .execute()
    await logAction(trx, { action: 'theme.update', now: ctx.now(), by, json: { id } })
    return { id, result: { theme_name, json_data } }
  })

/** Deletes all or none; dashboards that used a theme lose it. @returns how many */
export const deleteThemes = ({ ctx, by }: WriteInput, ids: readonly number[]): Promise<number> =>
  transact(ctx.db, async (trx) => {
    const wanted = requireDistinct(ids)
    const themes = await requireChangeable(trx, wanted)
    if (themes.some((theme) => theme.is_system_default || theme.is_system_dark))
      throw new MessageError(422, t('Cannot delete theme that is set as system default or dark theme.'))
    await trx.updateTable('dashboards').set({ theme_id: null }).where('theme_id', 'in', wanted).execute()
    await trx.deleteFrom('themes').where('id', 'in', wanted).execute()
    await logAction(trx, { action: 'theme.delete', now: ctx.now(), by, json: { ids: wanted } })
    return wanted.length
  })

/** Gives one theme the flag and takes it from the others; without an id from all. @throws MessageError 403 unless admin */
export const setSystemTheme = ({ ctx, by }: WriteInput, flag: SystemFlag, id: number | null): Promise<void> =>
  transact(ctx.db, async (trx) => {
    if (!isAdmin(by)) throw new MessageError(403, t('Only administrators can set system themes'))
    if (id !== null) await requireThemes(trx, [id])
    await trx
      .updateTable('themes')
      .set({ [flag]: 0 })
      .where(flag, '=', 1)
      .execute()
    if (id !== null)
      await trx
        .updateTable('themes')
        .set({ [flag]: 1 })
        .where('id', '=', id)
        .execute()
    await logAction(trx, { action: 'theme.set_system', now: ctx.now(), by, json: { id, flag } })
  })
