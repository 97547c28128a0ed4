import type { ConnectionTrial } from '#api/bodies/database.ts'
import { allowed } from '#core/access/can.ts'
import { readObject } from '#core/encoding/read-object.ts'
import { AppError, notFound } from '#core/errors.ts'
import { t } from '#core/i18n/t.ts'
import { userOf, type Principal } from '#core/access/principal.ts'
import { bare } from '#engines/compile/scope.ts'
import { EngineError } from '#engines/host/client.ts'
import type { Context } from '../../../context.ts'
import { refusalText, checkStatement } from '../../chart-data/prepare/check-fragments.ts'
import { runCatalogJob, subjectFor, type CatalogAccess } from '../catalog.ts'
import { engineFor, trialConnection } from './connection.ts'
import type { Row } from '../../../db/tables.ts'
import { uriOfBody } from '../store.ts'
import { requireReadableCertificate } from './details.ts'
import { withHostKey } from './host-key.ts'
import { changedSecrets, hasMask } from './secrets.ts'
import { engineOf, parseUri } from './uri.ts'

export type ConnectionTest = { ctx: Pick<Context, 'db' | 'config' | 'host'>; principal: Principal; signal: AbortSignal }

/** The stored connection whose secrets the masks of a request stand for; it is known by its name. */
const storedConnection = async ({ ctx }: ConnectionTest, { database_name }: ConnectionTrial): Promise<Row<'databases'> | null> => {
  if (!database_name) return null
  const found = await ctx.db
    .selectFrom('databases')
    .selectAll()
    .where('database_name', '=', database_name)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return found ?? null
}

/** Tests a connection; returns the host key of its SSH server. @throws AppError that says what failed */
export const checkConnection = async (trying: ConnectionTest, body: ConnectionTrial): Promise<string | undefined> => {
  const uri = uriOfBody(body)
  if (!uri) throw new AppError('GENERIC_COMMAND_ERROR', t('Database parameters are invalid.'), { status: 422, level: 'warning' })
  engineFor(uri)
  requireReadableCertificate(body)
  const { signal, principal, ctx } = trying
  const user = userOf(principal)
  const stored = hasMask([uri.password, body.ssh_tunnel, readObject(body.masked_encrypted_extra ?? null)])
    ? await storedConnection(trying, body)
    : null
  const secrets = changedSecrets(ctx, { body, uri, stored })
  const given = { uri: { ...uri, password: secrets.password }, secrets, extra: body.extra ?? null, serverCert: body.server_cert ?? null }
  try {
    const parts = await withHostKey({ ctx, parts: given, signal })
    const connection = await trialConnection(ctx, { parts, actsFor: body.impersonate_user ? user?.username : undefined })
    await ctx.host.run({ kind: 'ping', connection }, { signal, user: String(user?.id ?? '') })
    return parts.secrets.ssh_tunnel?.server_host_key
  } catch (error) {
    throw error instanceof EngineError ? toConnectionError(error, engineOf(uri.scheme)?.name ?? '') : error
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
