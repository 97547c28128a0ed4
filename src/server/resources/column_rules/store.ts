import type { ColumnRuleBody } from '#api/bodies/column-rule.ts'
import { userOf, type Principal } from '#core/access/principal.ts'
import { MessageError, notFound } from '#core/errors.ts'
import { t } from '#core/i18n/t.ts'
import { canMask } from '#engines/compile/masks.ts'
import { dropLinks, setLinks } from '../../access/links.ts'
import { logAction } from '../../access/log-action.ts'
import { clearRightsCache } from '../../access/principals.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/open.ts'
import { transact } from '../../db/transact.ts'
import { requireDistinct } from '../../list/require-distinct.ts'
import { engineFor } from '../database/connection/connection.ts'
import { parseUri } from '../database/connection/uri.ts'

type WriteInput = { ctx: Pick<Context, 'db' | 'now'>; by: Principal }

const invalid = (field: 'name' | 'dataset' | 'columns', text: string) => new MessageError(400, { [field]: [text] })

const requireFreeName = async (db: Db, name: string, id?: number): Promise<void> => {
  const found = await db.selectFrom('column_rules').select('id').where('name', '=', name).executeTakeFirst()
  if (found && found.id !== id) throw invalid('name', t('There is a rule of this name already.'))
}

/** Masks apply to physical columns: what a calculated one shows follows from those that it reads. */
const requireMaskable = async (db: Db, { dataset, columns, mask }: ColumnRuleBody): Promise<void> => {
  const found = await db
    .selectFrom('datasets')
    .innerJoin('databases', 'databases.id', 'datasets.database_id')
    .select('databases.sqlalchemy_uri')
    .where('datasets.id', '=', dataset)
    .where('datasets.deleted_at', 'is', null)
    .executeTakeFirst()
  if (!found) throw invalid('dataset', t('Datasource does not exist'))
  const { dialect } = engineFor(parseUri(found.sqlalchemy_uri))
  const known = await db
    .selectFrom('dataset_columns')
    .select(['column_name', 'type', 'expression'])
    .where('dataset_id', '=', dataset)
    .where('column_name', 'in', columns)
    .execute()
  for (const name of columns) {
    const column = known.find(({ column_name }) => column_name === name)
    if (!column) throw invalid('columns', t('The dataset has no column %(name)s.', { name }))
    if (column.expression) throw invalid('columns', t('%(name)s is a calculated column: mask the columns that it reads.', { name }))
    if (!canMask(dialect, column, mask)) throw invalid('columns', t('%(name)s cannot be masked in this way.', { name }))
  }
}

const valuesOf = ({ ctx, by }: WriteInput, { dataset, columns, roles: _roles, ...rule }: ColumnRuleBody) => ({
  ...rule,
  description: rule.description ?? null,
  dataset_id: dataset,
  columns: JSON.stringify([...new Set(columns)]),
  changed_on: ctx.now().toISOString(),
  changed_by_fk: userOf(by)?.id ?? null,
})

/** Writes rules in a transaction; responses that are planned afterwards obey them. */
const write = async <T>({ ctx }: WriteInput, work: (trx: Db) => Promise<T>): Promise<T> => {
  const done = await transact(ctx.db, work)
  clearRightsCache(ctx)
  return done
}

const log = (trx: Db, { ctx, by }: WriteInput, action: string, json: Record<string, unknown>) =>
  logAction(trx, { action: `column_rule.${action}`, now: ctx.now(), by, json })

export const createColumnRule = (writing: WriteInput, body: ColumnRuleBody): Promise<number> =>
  write(writing, async (trx) => {
    await requireFreeName(trx, body.name)
    await requireMaskable(trx, body)
    const values = valuesOf(writing, body)
    const { id } = await trx
      .insertInto('column_rules')
      .values({ ...values, created_on: values.changed_on, created_by_fk: values.changed_by_fk })
      .returning('id')
      .executeTakeFirstOrThrow()
    await setLinks(trx, 'roles of a column rule', id, body.roles)
    await log(trx, writing, 'create', { id, ...body })
    return id
  })

export const updateColumnRule = (writing: WriteInput, id: number, body: ColumnRuleBody): Promise<void> =>
  write(writing, async (trx) => {
    const known = await trx.selectFrom('column_rules').select('id').where('id', '=', id).executeTakeFirst()
    if (!known) throw notFound()
    await requireFreeName(trx, body.name, id)
    await requireMaskable(trx, body)
    await trx.updateTable('column_rules').set(valuesOf(writing, body)).where('id', '=', id).execute()
    await setLinks(trx, 'roles of a column rule', id, body.roles)
    await log(trx, writing, 'update', { id, ...body })
  })

/** Deletes all or none. @returns how many */
export const deleteColumnRules = (writing: WriteInput, ids: readonly number[]): Promise<number> =>
  write(writing, async (trx) => {
    const wanted = requireDistinct(ids)
    const found = await trx.selectFrom('column_rules').select('id').where('id', 'in', wanted).execute()
    if (found.length < wanted.length) throw notFound()
    for (const id of wanted) await dropLinks(trx, id, 'roles of a column rule')
    await trx.deleteFrom('column_rules').where('id', 'in', wanted).execute()
    await log(trx, writing, 'delete', { ids: wanted })
    return wanted.length
  })
