import { randomUUID } from 'node:crypto'
import { notFound } from '#core/errors.ts'
import { userOf, type Principal } from '#core/access/principal.ts'
import { logAction } from '../../access/log-action.ts'
import type { Context } from '../../context.ts'
import type { Row } from '../../db/tables.ts'
import { transact } from '../../db/transact.ts'
import { requireDistinct } from '../../list/require-distinct.ts'

type Template = { template_name?: string | null | undefined; css?: string | null | undefined }
type WriteInput = { ctx: Context; by: Principal }

const shown = ({ css, template_name }: Pick<Row<'css_templates'>, 'css' | 'template_name'>) => ({ css, template_name })

/** Templates have no owners: users who may write templates may change all of them. */
export const createTemplate = ({ ctx, by }: WriteInput, { template_name = null, css }: Template) =>
  transact(ctx.db, async (trx) => {
    const now = ctx.now().toISOString()
    const me = userOf(by)?.id ?? null
    const row = await trx
      .insertInto('css_templates')
      .values({ uuid: randomUUID(), template_name, css: css ?? '', created_on: now, changed_on: now, created_by_fk: me, changed_by_fk: me })
      .returningAll()
      .executeTakeFirstOrThrow()
    await logAction(trx, { action: 'css_template.create', now: ctx.now(), by, json: { id: row.id } })
    return { id: row.id, result: shown(row) }
  })

export const updateTemplate = ({ ctx, by }: WriteInput, id: number, { template_name, css }: Template) =>
  transact(ctx.db, async (trx) => {
    const row = await trx
      .updateTable('css_templates')
      .set({
        ...(template_name !== undefined && { template_name }),
        ...(css !== undefined && { css: css ?? '' }),
        changed_on: ctx.now().toISOString(),
        changed_by_fk: userOf(by)?.id ?? null,
      })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirst()
    if (!row) throw notFound()
    await logAction(trx, { action: 'css_template.update', now: ctx.now(), by, json: { id } })
    return { result: shown(row) }
  })

/** Deletes all or none. @returns how many */
export const deleteTemplates = ({ ctx, by }: WriteInput, ids: readonly number[]): Promise<number> =>
  transact(ctx.db, async (trx) => {
    const wanted = requireDistinct(ids)
    const found = await trx.selectFrom('css_templates').select('id').where('id', 'in', wanted).execute()
    if (found.length < wanted.length) throw notFound()
    await trx.deleteFrom('css_templates').where('id', 'in', wanted).execute()
    await logAction(trx, { action: 'css_template.delete', now: ctx.now(), by, json: { ids: wanted } })
    return wanted.length
  })
