import type { ConnectionTrial } from '#api/bodies/database.ts'
import { allowed } from '#core/access/can.ts'
import { AppError, notFound } from '#core/errors.ts'
import { t } from '#core/i18n/t.ts'
import { userOf, type Principal } from '#core/access/principal.ts'
import { bare } from '#engines/compile/scope.ts'
import { EngineError } from '#engines/host/client.ts'
import type { Context } from '../../../context.ts'
import { refusalText, checkStatement } from '../../chart-data/prepare/check-fragments.ts'
import { runCatalogJob, subjectFor, type CatalogAccess } from '../catalog.ts'
import { engineFor, trialConnection } from './connection.ts'
import { uriOfBody, withKeptPassword } from '../store.ts'
import { engineOf, parseUri, passwordMask, type Uri } from './uri.ts'

export type ConnectionTest = { ctx: Pick<Context, 'db' | 'config' | 'host'>; principal: Principal; signal: AbortSignal }

/** Replaces a masked password by the stored one of the named database. */
const withStoredPassword = async ({ ctx }: ConnectionTest, body: ConnectionTrial, uri: Uri): Promise<Uri> => {
  if (uri.password !== passwordMask || !body.database_name) return uri
  const stored = await ctx.db
    .selectFrom('databases')
    .selectAll()
    .where('database_name', '=', body.database_name)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return stored ? withKeptPassword(ctx, stored, uri) : uri
}

/** Tests a connection. @throws AppError that says what failed */
export const checkConnection = async (trying: ConnectionTest, body: ConnectionTrial): Promise<void> => {
  const given = uriOfBody(body)
  if (!given) throw new AppError('GENERIC_COMMAND_ERROR', t('Database parameters are invalid.'), { status: 422, level: 'warning' })
  engineFor(given)
  const connection = await trialConnection(trying.ctx, await withStoredPassword(trying, body, given))
  const { signal, principal, ctx } = trying
  try {
    await ctx.host.run({ kind: 'ping', connection }, { signal, user: String(userOf(principal)?.id ?? '') })
  } catch (error) {
    throw error instanceof EngineError ? toConnectionError(error, engineOf(given.scheme)?.name ?? '') : error
  }
}

const toConnectionError = (error: EngineError, name: string) =>
  new AppError(
    error.type,
    error.summary ?? error.message,
    { status: error.status < 400 ? 400 : error.status, extra: { engine_name: name, ...error.extra } },
    { cause: error },
  )

type Statement = { sql: string; schema?: string | null | undefined; catalog?: string | null | undefined }
type Fault = { message: string; line_number: number; start_column: number; end_column: number }

const lineOf = (sql: string, line = 1): string => sql.split('\n')[line - 1] ?? ''

type Validating = CatalogAccess & { ctx: Pick<Context, 'sql'> }

/** Validates a statement with our checks and the engine, without running it. @throws 404 when the principal may not query the database */
export const statementFaults = async (looking: Validating, { sql, schema, catalog }: Statement): Promise<Fault[]> => {
  if (!allowed(looking.principal, 'query', subjectFor(looking.database))) throw notFound()
  // To determine columns, some engines execute functions in FROM.
  const { dialect } = engineFor(parseUri(looking.database.sqlalchemy_uri))
  const refusal = await checkStatement(looking.ctx.sql, bare(sql), dialect)
  if (refusal)
    return [
      { message: refusalText(refusal), line_number: refusal.line ?? 1, start_column: 0, end_column: lineOf(sql, refusal.line).length },
    ]
  try {
    await runCatalogJob<'describe'>(looking, { kind: 'describe', sql, schema: schema ?? null, catalog: catalog ?? null })
    return []
  } catch (error) {
    if (!(error instanceof EngineError)) throw error
    const lines = sql.split('\n')
    const line = Math.min(Number(/LINE (\d+)/i.exec(error.message)?.[1] ?? 1), lines.length)
    const text = lines[line - 1] ?? ''
    return [{ message: error.message, line_number: line, start_column: 0, end_column: text.length }]
  }
}
