import type { ResultColumn } from '#api/sqllab.ts'
import { userOf, type Principal } from '#core/access/principal.ts'
import { AppError } from '#core/errors.ts'
import { t } from '#core/i18n/t.ts'
import { genericType } from '#core/table.ts'
import { EngineError } from '#engines/host/client.ts'
import type { DataAnswer, DataJob } from '#engines/host/protocol.ts'
import type { Context } from '../../../context.ts'
import { isDiskFull } from '../../../db/disk-full.ts'
import type { Patch } from '../../../db/tables.ts'
import { issueCodesOf } from '../../../http/errors/issue-codes.ts'
import { typeText } from '../../database/catalog.ts'
import { planText } from '../../database/foreign/plan-foreign.ts'
import type { QueryRow } from '../../query/state.ts'
import { deleteResult, storeResult, type StoredResult } from '../results/store.ts'
import type { Plan, ScriptAccess } from '../script/plan.ts'
import { writeIntoHouse } from './into-house.ts'
import { runLive, stoppedError, type Live } from './live.ts'
import { stopQuery, unfinished } from './stop.ts'
import { withoutRuledText } from './unseen-rows.ts'

/** Limit of the encoded rows of one result. */
const maxResultBytes = 512 * 1024 ** 2

export type RunContext = Pick<Context, 'config' | 'db' | 'events' | 'host' | 'now' | 'sql' | 'tableFiles' | 'closing'>

export type RunAccess = ScriptAccess<RunContext>

type Run = { row: QueryRow; plan: Plan; principal: Principal; signal?: AbortSignal; leftAfterMs?: number | undefined }

export const jobOf = ({ config }: Pick<Context, 'config'>, plan: Plan, row: Pick<QueryRow, 'catalog' | 'schema' | 'limit'>): DataJob => ({
  kind: 'data',
  connection: plan.connection,
  catalog: row.catalog,
  schema: row.schema,
  sql: plan.sql,
  ...(plan.fetches.length > 0 && { fetches: plan.fetches }),
  ...(plan.before.length > 0 && { prepare: plan.before }),
  readOnly: plan.readOnly,
  format: 'json',
  times: 'iso',
  distinctNames: true,
  reports: true,
  limits: { timeoutMs: config.queryTimeout * 1000, rows: row.limit ?? config.sqlMaxRow, bytes: maxResultBytes },
})

/** A column without any value is text in the answer; the engine's name for it says more. */
const columnsOf = ({ colnames, coltypes, nativeTypes }: DataAnswer, { dialect }: Plan['engine']): ResultColumn[] =>
  colnames.map((name, i) => {
    const native = nativeTypes[i] ?? ''
    const generic = coltypes[i] === 1 ? genericType[dialect.columnType(native)] : (coltypes[i] ?? 1)
    return { column_name: name, name, type: typeText(native), type_generic: generic, is_dttm: generic === 2 }
  })

/** Writes a change of a query that has not ended; false when it has, because somebody stopped it. */
const update = async ({ db, now }: Pick<Context, 'db' | 'now'>, id: number, patch: Patch<'queries'>): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('queries')
    .set({ ...patch, changed_on: now().toISOString() })
    .where('id', '=', id)
    .where('status', 'in', unfinished)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Superset's wording and status for what an engine says of a statement. */
const failedStatement = (error: unknown, { engine }: Plan): unknown => {
  if (!(error instanceof EngineError) || error.status !== 400 || error.type === 'RESULT_TOO_LARGE_ERROR') return error
  // Psycopg's texts end with their line.
  const ending = (engine.relativeOf ?? engine.id) === 'postgresql' ? '\n' : ''
  const message = error.summary ?? `${engine.id} error: ${error.message}${ending}`
  return new AppError(error.type, message, { status: 500, extra: { ...error.extra, engine_name: engine.name } }, { cause: error })
}

const statusOf = (error: unknown): 'failed' | 'timed_out' =>
  error instanceof AppError && error.type === 'BACKEND_TIMEOUT_ERROR' ? 'timed_out' : 'failed'

const wireOf = (error: unknown) => {
  if (error instanceof AppError) {
    const { message, type, level, extra } = error
    return { message, error_type: type, level, extra: { ...extra, issue_codes: issueCodesOf(type) } }
  }
  const message = isDiskFull(error) ? t('The disk of the server is full') : error instanceof Error ? error.message : String(error)
  return { message, error_type: 'GENERIC_BACKEND_ERROR', level: 'error', extra: { issue_codes: issueCodesOf('GENERIC_BACKEND_ERROR') } }
}

/** Notes that a query has failed. */
export const noteFailure = async (ctx: Pick<Context, 'db' | 'now'>, id: number, error: unknown): Promise<void> => {
  const wire = wireOf(error)
  await update(ctx, id, {
    status: statusOf(error),
    end_time: ctx.now().getTime(),
    error_message: wire.message,
    extra_json: JSON.stringify({ errors: [wire] }),
  })
}

/** The saved queries with this text tell how many rows it gave. */
const noteSavedQueries = async ({ db }: Pick<Context, 'db'>, { sql, database_id, user_id }: QueryRow, rows: number): Promise<void> => {
  await db
    .updateTable('saved_queries')
    .set({ rows })
    .where('sql', '=', sql)
    .where('db_id', '=', database_id)
    .where('created_by_fk', '=', user_id)
    .execute()
}

const limitingFactorOf = ({ limitingFactor, cutAt }: Plan, { truncated, rowcount }: DataAnswer): string =>
  truncated || rowcount >= cutAt ? limitingFactor : 'NOT_LIMITED'

/** A full disk loses a result only for later: requests that wait for it still get it. */
const kept = async (ctx: RunContext, result: StoredResult, isAwaited: boolean): Promise<string | null> => {
  try {
    return await storeResult(ctx, result)
  } catch (error) {
    if (isAwaited && isDiskFull(error)) return null
    throw error
  }
}

/** Runs a planned query, keeps its result and notes that it has succeeded. */
const runToResult = async (ctx: RunContext, { row, plan, principal, signal: awaited }: Run, live: Live): Promise<StoredResult> => {
  const { id } = row
  const signal = AbortSignal.any([live.controller.signal, ctx.closing, ...(awaited ? [awaited] : [])])
  let starting: Promise<unknown> = Promise.resolve()
  const job = jobOf(ctx, plan, row)
  const written = plan.into && (await writeIntoHouse(ctx, { into: plan.into, job, principal, signal }))
  const counted = { ...plan, sql: `SELECT ${written} AS "Count"`, before: [], fetches: [] }
  const answer = await ctx.host.run(written === null ? job : jobOf(ctx, counted, row), {
    signal,
    user: String(userOf(principal)?.id ?? ''),
    onWait: (place) => {
      live.place = place
    },
    onProgress: ({ rows = live.rows, share = live.share }) => {
      live.rows = rows
      live.share = share
    },
    onStart: () => {
      live.place = undefined
      starting = update(ctx, id, { status: 'running', start_running_time: ctx.now().getTime(), executed_sql: planText(plan) })
    },
  })
  await starting
  const result = { columns: columnsOf(answer, plan.engine), rows: answer.bytes }
  const key = await kept(ctx, result, awaited !== undefined)
  const now = ctx.now().getTime()
  const isNoted = await update(ctx, id, {
    status: 'success',
    progress: 100,
    rows: answer.rowcount,
    executed_sql: planText(plan),
    select_sql: plan.selectSql,
    select_as_cta_used: Number(plan.selectSql !== null),
    limiting_factor: limitingFactorOf(plan, answer),
    results_key: key,
    end_time: now,
    end_result_backend_time: key === null ? null : now,
    extra_json: JSON.stringify({ cancel_query: id, progress: null, columns: result.columns }),
  })
  if (isNoted) {
    await noteSavedQueries(ctx, row, answer.rowcount)
    return result
  }
  if (key !== null) await deleteResult(ctx, key)
  throw stoppedError()
}

/**
 * Runs a planned query, keeps its result and notes what became of it before it counts as ended. With a signal somebody waits for the
 * result: aborted, the query stops.
 * @throws the error that the query ends with
 */
export const runQuery = (ctx: RunContext, run: Run): Promise<StoredResult> => {
  const { row, plan, signal: awaited, leftAfterMs } = run
  return runLive(ctx, { id: row.id, leftAfterMs }, async (live) => {
    try {
      return await runToResult(ctx, run, live)
    } catch (cause) {
      if (awaited?.aborted) {
        await stopQuery(ctx, row)
        throw stoppedError()
      }
      const error = failedStatement(await withoutRuledText(ctx, plan, row, cause), plan)
      await noteFailure(ctx, row.id, error)
      throw error
    }
  })
}
