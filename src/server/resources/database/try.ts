import { createConnection } from 'node:net'
import { lookup } from 'node:dns/promises'
import type { ConnectionTrial, ParametersToCheck } from '#api/database.ts'
import { allowed } from '#core/access/can.ts'
import { AppError, MessageError, notFound } from '#core/errors.ts'
import { t } from '#core/i18n/t.ts'
import { userOf, type Principal } from '#core/access/principal.ts'
import { EngineError } from '#engines/host/client.ts'
import { engines, findEngine } from '#engines/index.ts'
import type { Context } from '../../context.ts'
import { ask, subjectFor, type Looking } from './catalog.ts'
import { engineFor, trialConnection } from './connection.ts'
import { hasForm, requiredParameters } from './describe.ts'
import { uriOfBody, withKeptPassword } from './store.ts'
import { engineOf, passwordMask, type Uri } from './uri.ts'

type Trying = { ctx: Pick<Context, 'db' | 'config' | 'host'>; principal: Principal; signal: AbortSignal }

/** The stored password stands in for its mask, when the database is named. */
const withStoredPassword = async ({ ctx }: Trying, body: ConnectionTrial, uri: Uri): Promise<Uri> => {
  if (uri.password !== passwordMask || !body.database_name) return uri
  const stored = await ctx.db
    .selectFrom('databases')
    .selectAll()
    .where('database_name', '=', body.database_name)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return stored ? withKeptPassword(ctx, stored, uri) : uri
}

/** Connects and asks for nothing. @throws AppError that says what does not work */
export const checkConnection = async (trying: Trying, body: ConnectionTrial): Promise<void> => {
  const given = uriOfBody(body)
  if (!given) throw new MessageError(400, { sqlalchemy_uri: ['Missing data for required field.'] })
  engineFor(given)
  const connection = trialConnection(trying.ctx, await withStoredPassword(trying, body, given))
  const { signal, principal, ctx } = trying
  try {
    await ctx.host.run({ kind: 'ping', connection }, { signal, user: String(userOf(principal)?.id ?? '') })
  } catch (error) {
    throw error instanceof EngineError ? told(error, engineOf(given.scheme)?.name ?? '') : error
  }
}

const told = (error: EngineError, name: string) =>
  new AppError(
    error.type,
    error.summary ?? error.message,
    { status: error.status < 400 ? 400 : error.status, extra: { engine_name: name, ...error.extra } },
    { cause: error },
  )

const invalid = (
  type: 'CONNECTION_INVALID_HOSTNAME_ERROR' | 'CONNECTION_INVALID_PORT_ERROR' | 'CONNECTION_PORT_CLOSED_ERROR',
  text: string,
  fields: string[],
) => new AppError(type, text, { status: 422, extra: { invalid: fields } })

/** Checks the fields of a form one after the other, as far as they are filled. @throws AppError 422 */
export const checkParameters = async ({ engine: name, parameters = {} }: ParametersToCheck, signal: AbortSignal): Promise<void> => {
  const engine = findEngine(name) ?? engineOf(name)
  const allowedEngines = engines.filter(hasForm).map(({ id }) => id)
  if (!engine) {
    const text = t('Engine "%(engine)s" is not a valid engine.', { engine: name })
    throw new AppError('GENERIC_DB_ENGINE_ERROR', text, { status: 422, extra: { allowed: engines.map(({ id }) => id), provided: name } })
  }
  if (!hasForm(engine)) {
    const text = t('Engine "%(engine)s" cannot be configured through parameters.', { engine: name })
    throw new AppError('GENERIC_DB_ENGINE_ERROR', text, { status: 422, extra: { allowed: allowedEngines, provided: name } })
  }
  const missing = requiredParameters(engine).filter(
    (field) => parameters[field] === undefined || parameters[field] === null || parameters[field] === '',
  )
  const { host, port } = parameters
  if (typeof host === 'string' && host !== '') await demandHost(host)
  if (port !== undefined && port !== null && port !== '') await demandPort(host, port, signal)
  if (missing.length) {
    const text = t('One or more parameters are missing: %(missing)s', { missing: missing.join(', ') })
    throw new AppError('CONNECTION_MISSING_PARAMETERS_ERROR', text, { status: 422, level: 'warning', extra: { missing } })
  }
}

const demandHost = async (host: string): Promise<void> => {
  try {
    await lookup(host)
  } catch {
    throw invalid('CONNECTION_INVALID_HOSTNAME_ERROR', t("The hostname provided can't be resolved."), ['host'])
  }
}

const demandPort = async (host: unknown, given: unknown, signal: AbortSignal): Promise<void> => {
  const port = Number(given)
  if (!Number.isInteger(port)) throw invalid('CONNECTION_INVALID_PORT_ERROR', t('Port must be a valid integer.'), ['port'])
  if (port < 0 || port > 65_535) {
    throw invalid('CONNECTION_INVALID_PORT_ERROR', t('The port must be an integer between 0 and 65535 (inclusive).'), ['port'])
  }
  if (typeof host === 'string' && host !== '' && !(await answers(host, port, signal))) {
    throw invalid('CONNECTION_PORT_CLOSED_ERROR', t('The port is closed.'), ['port'])
  }
}

const answers = (host: string, port: number, signal: AbortSignal): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = createConnection({ host, port, timeout: 5000, signal })
    const end = (open: boolean) => {
      socket.destroy()
      resolve(open)
    }
    socket.once('connect', () => end(true))
    socket.once('timeout', () => end(false))
    socket.once('error', () => end(false))
  })

type Statement = { sql: string; schema?: string | null | undefined; catalog?: string | null | undefined }
type Fault = { message: string; line_number: number; start_column: number; end_column: number }

/** What the engine has against a statement, without running it. @throws 404 when the database's data is closed */
export const statementFaults = async (looking: Looking, { sql, schema, catalog }: Statement): Promise<Fault[]> => {
  if (!allowed(looking.principal, 'query', subjectFor(looking.database))) throw notFound()
  try {
    await ask<'describe'>(looking, { kind: 'describe', sql, schema: schema ?? null, catalog: catalog ?? null })
    return []
  } catch (error) {
    if (!(error instanceof EngineError)) throw error
    const lines = sql.split('\n')
    const line = Math.min(Number(/LINE (\d+)/i.exec(error.message)?.[1] ?? 1), lines.length)
    const text = lines[line - 1] ?? ''
    return [{ message: error.message, line_number: line, start_column: 0, end_column: text.length }]
  }
}
