import type { NewRowRule, RowRulePatch } from '#api/bodies/row-rule.ts'
import { userOf, type Principal } from '#core/access/principal.ts'
import { MessageError, notFound } from '#core/errors.ts'
import { dropLinks, setLinks } from '../../access/links.ts'
import { logAction } from '../../access/log-action.ts'
import { clearRightsCache } from '../../access/principals.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/open.ts'
import { transact } from '../../db/transact.ts'
import { requireDistinct } from '../../list/require-distinct.ts'

type WriteInput = { ctx: Pick<Context, 'db' | 'now'>; by: Principal }

const stamp = ({ ctx, by }: WriteInput) => ({ changed_on: ctx.now().toISOString(), changed_by_fk: userOf(by)?.id ?? null })

/** @throws MessageError 422 with the text of Superset, which has none */
const requireFreeName = async (db: Db, name: string, id?: number): Promise<void> => {
  const found = await db.selectFrom('row_rules').select('id').where('name', '=', name).executeTakeFirst()
  if (found && found.id !== id) throw new MessageError(422, '()')
}

/** Writes rules in a transaction; answers that are planned afterwards obey them. */
const write = async <T>({ ctx }: WriteInput, work: (trx: Db) => Promise<T>): Promise<T> => {
  const done = await transact(ctx.db, work)
  clearRightsCache(ctx)
  return done
}

export const createRule = (writing: WriteInput, { tables, roles, ...rule }: NewRowRule): Promise<number> =>
  write(writing, async (trx) => {
    await requireFreeName(trx, rule.name)
    const { changed_on, changed_by_fk } = stamp(writing)
    const { id } = await trx
      .insertInto('row_rules')
      .values({
        name: rule.name,
        description: rule.description ?? null,
        filter_type: rule.filter_type,
        clause: rule.clause,
        group_key: rule.group_key ?? null,
        created_on: changed_on,
        created_by_fk: changed_by_fk,
        changed_on,
        changed_by_fk,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await setLinks(trx, 'datasets of a rule', id, tables)
    await setLinks(trx, 'roles of a rule', id, roles)
    await logAction(trx, { action: 'row_rule.create', now: writing.ctx.now(), by: writing.by, json: { id, tables, roles } })
    return id
  })

/** Changes a rule; its datasets and roles are replaced by those given, none if none are. */
export const updateRule = (writing: WriteInput, id: number, { tables = [], roles = [], ...rule }: RowRulePatch): Promise<void> =>
  write(writing, async (trx) => {
    const known = await trx.selectFrom('row_rules').select('id').where('id', '=', id).executeTakeFirst()
    if (!known) throw notFound()
    if (rule.name !== undefined) await requireFreeName(trx, rule.name, id)
    const set = Object.fromEntries(Object.entries(rule).filter(([, value]) => value !== undefined))
    await trx
      .updateTable('row_rules')
      .set({ ...set, ...stamp(writing) })
      .where('id', '=', id)
      .execute()
    await setLinks(trx, 'datasets of a rule', id, tables)
    await setLinks(trx, 'roles of a rule', id, roles)
    await logAction(trx, { action: 'row_rule.update', now: writing.ctx.now(), by: writing.by, json: { id, tables, roles } })
  })

/** Deletes all or none. @returns how many */
export const deleteRules = (writing: WriteInput, ids: readonly number[]): Promise<number> =>
  write(writing, async (trx) => {
    const wanted = requireDistinct(ids)
    const found = await trx.selectFrom('row_rules').select('id').where('id', 'in', wanted).execute()
    if (found.length < wanted.length) throw notFound()
    for (const id of wanted) await dropLinks(trx, id, 'datasets of a rule', 'roles of a rule')
    await trx.deleteFrom('row_rules').where('id', 'in', wanted).execute()
    await logAction(trx, { action: 'row_rule.delete', now: writing.ctx.now(), by: writing.by, json: { ids: wanted } })
    return wanted.length
  })
