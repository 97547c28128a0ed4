import { randomBytes } from 'node:crypto'
import type { ExecuteBody } from '#api/sqllab.ts'
import { userOf, type Principal } from '#core/access/principal.ts'
import { AppError, MessageError } from '#core/errors.ts'
import { t } from '#core/i18n/t.ts'
import type { Context } from '../../context.ts'
import type { Row } from '../../db/tables.ts'
import { canSee } from '../../list/can-see.ts'
import { defaultCatalog } from '../database/catalog.ts'
import { databaseSpec } from '../database/spec.ts'
import type { QueryRow } from '../query/state.ts'
import type { StoredResult } from './results/store.ts'
import { noteFailure, runQuery, type RunAccess } from './run/run.ts'
import { stopsWhenLeft } from './run/stop.ts'
import { createAsOf, type CreateAs } from './script/ctas.ts'
import { planScript } from './script/plan.ts'

type Reading = Pick<Context, 'db' | 'now' | 'config'>

/** The database; null if the principal does not see it. */
export const findSeenDatabase = async (ctx: Reading, principal: Principal, id: number): Promise<Row<'databases'> | null> => {
  if (!(await canSee(databaseSpec, { ctx, principal }, id))) return null
  return (await ctx.db.selectFrom('databases').selectAll().where('id', '=', id).executeTakeFirst()) ?? null
}

/** The database, if the principal sees it. @throws AppError */
export const requireSeenDatabase = async (ctx: Reading, principal: Principal, id: number): Promise<Row<'databases'>> => {
  const row = await findSeenDatabase(ctx, principal, id)
  if (row) return row
  const text = t(
    'The database referenced in this query was not found. Please contact an administrator for further assistance or try again.',
  )
  throw new AppError('GENERIC_BACKEND_ERROR', text, { status: 404 })
}

/** The row limit of a query: the chosen one within the server's. */
const limitOf = ({ config }: Pick<Context, 'config'>, chosen: number | null | undefined): number =>
  chosen && chosen > 0 ? Math.min(chosen, config.sqlMaxRow) : config.sqlMaxRow

type NewQuery = { body: ExecuteBody; catalog: string | null; limit: number; createAs: CreateAs | undefined }

const addQuery = async ({ ctx, principal }: RunAccess, { body, catalog, limit, createAs }: NewQuery): Promise<QueryRow> => {
  const now = ctx.now()
  const clientId = body.client_id || randomBytes(5).toString('hex')
  const row = await ctx.db
    .insertInto('queries')
    .values({
      client_id: clientId,
      database_id: body.database_id,
      user_id: userOf(principal)?.id ?? null,
      tab_name: body.tab ?? null,
      sql_editor_id: body.sql_editor_id ?? null,
      catalog,
      schema: body.schema || null,
      sql: body.sql,
      template_params: body.templateParams ?? null,
      status: 'pending',
      limit,
      limiting_factor: 'DROPDOWN',
      select_as_cta: Number(createAs !== undefined),
      ctas_method: createAs?.method ?? null,
      tmp_table_name: createAs?.table ?? null,
      tmp_schema_name: createAs?.schema ?? null,
      start_time: now.getTime(),
      changed_on: now.toISOString(),
    })
    .onConflict((conflict) => conflict.column('client_id').doNothing())
    .returningAll()
    .executeTakeFirst()
  if (!row) throw new MessageError(409, { client_id: [t('There is a query with this id already.')] })
  return row
}

/** A page in the background asks once a minute. */
const leftAfterMs = 90_000

/** A query that was started, and its result when it comes. */
export type Started = { row: QueryRow; result: Promise<StoredResult> }

/**
 * Checks and starts a script. One that runs asynchronously goes on when its caller is gone.
 * @throws AppError for a script that may not run
 */
export const startQuery = async (access: RunAccess, body: ExecuteBody): Promise<Started> => {
  const { ctx, principal, signal } = access
  const database = await requireSeenDatabase(ctx, principal, body.database_id)
  const limit = limitOf(ctx, body.queryLimit)
  const createAs = body.select_as_cta
    ? createAsOf(database, principal, { method: body.ctas_method, table: body.tmp_table_name, now: ctx.now() })
    : undefined
  const catalog = body.catalog || (await defaultCatalog({ ctx, principal, signal, database }))
  const row = await addQuery(access, { body, catalog, limit, createAs })
  const namespace = { catalog: row.catalog, schema: row.schema }
  const script = { database, namespace, sql: row.sql, templateParams: row.template_params, limit, createAs }
  try {
    const plan = await planScript(access, script)
    const result = runQuery(ctx, {
      row,
      plan,
      principal,
      ...(body.runAsync ? { leftAfterMs: stopsWhenLeft(database) ? leftAfterMs : undefined } : { signal }),
    })
    result.catch(() => {})
    return { row, result }
  } catch (error) {
    await noteFailure(ctx, row.id, error)
    throw error
  }
}
