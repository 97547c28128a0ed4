import { AppError, MessageError } from '#core/errors.ts'
import { t } from '#core/i18n/t.ts'
import { findEngine } from '../../index.ts'
import type { ConnectionSpec, HostError } from '../protocol.ts'
import { tunnelError } from '../tunnel/tunnel-error.ts'
import { TunnelFailure } from '../tunnel/tunnel-failure.ts'
import { logUnexpected } from './log-unexpected.ts'

const rootPath =
  /(?<![\w/.])\/(?:app|data|dev|etc|home|mnt|opt|private|proc|root|run|srv|tmp|usr|Users|var|work|workspace)\/[^\s"'`,;:()]*/g
const drivePath = /\b[A-Za-z]:\\[^\s"'`,;:()]*/g
const fileUrl = /file:\/\/[^\s"'`,;()]*/g
const address = /\b\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?\b|\[[0-9a-f]*:[0-9a-f]*:[0-9a-f:.]*\](?::\d+)?/gi

/** Engines with an internal error add stack traces, which are not for clients. */
const withoutStack = (text: string): string => {
  const lines = text.split('\n')
  const at = lines.findIndex((line) => /^\s*stack trace\b/i.test(line))
  return at < 0 ? text : lines.slice(0, at).join('\n').trimEnd()
}

/** The engine's text without its stack, paths, addresses, and what the connection's parameters hold. */
export const cleaned = (text: string, spec: ConnectionSpec): string => {
  const { host, username, password, database } = spec.parameters
  const file = database && /[/\\]/.test(database) ? database : undefined
  const encoded = password ? [encodeURIComponent(password), Buffer.from(`${username ?? ''}:${password}`).toString('base64')] : []
  const secrets = [
    password,
    ...encoded,
    host,
    file,
    spec.tunnel?.host,
    spec.tunnel?.password,
    ...(spec.attachments ?? []).map((attachment) => attachment.path),
  ]
  let clean = withoutStack(text)
  for (const secret of secrets) if (secret) clean = clean.replaceAll(secret, '…')
  return clean.replace(fileUrl, '…').replace(rootPath, '…').replace(drivePath, '…').replace(address, '…')
}

export const timeoutError = (ms: number) => {
  const text = t('The query ran longer than %(limit)s seconds and was stopped.', { limit: ms / 1000 })
  return new AppError('BACKEND_TIMEOUT_ERROR', text, { status: 408 })
}

/** `ECONNREFUSED` adds information to the text; `ER_PARSE_ERROR` and `ERR_SQLITE_ERROR` do not. */
const tellingCode = /^E(?!RR?_)/

const textOf = (error: unknown): string => {
  if (error instanceof AggregateError) return error.errors.map(textOf).join('\n')
  if (!(error instanceof Error)) return String(error)
  const code = 'code' in error && typeof error.code === 'string' && !error.message.includes(error.code) ? `${error.code} ` : ''
  return error.message ? `${tellingCode.test(code) ? code : ''}${error.message}` : code
}

/** Of a database that takes a question about its tables and does not answer. */
export const silenceError = (timeoutMs: number): AppError =>
  new AppError('CONNECTION_HOST_DOWN_ERROR', t('The database did not answer within %(seconds)s seconds.', { seconds: timeoutMs / 1_000 }), {
    status: 422,
  })

/** An error that is not from an engine is our own bug, whose text does not help users. */
const isOurs = (error: unknown): boolean =>
  (error instanceof TypeError || error instanceof ReferenceError || error instanceof RangeError || error instanceof SyntaxError) &&
  !('code' in error)

/** Any failure of a job as it goes over the pipe: typed by the dialect's patterns, cleaned, never with a stack. */
export const hostError = (given: unknown, spec: ConnectionSpec): HostError => {
  const error = given instanceof TunnelFailure ? tunnelError(given) : given
  if (error instanceof AppError) return { type: error.type, message: error.message, status: error.status, extra: error.extra }
  if (error instanceof MessageError) return { type: 'GENERIC_BACKEND_ERROR', message: error.message, status: error.status, bare: true }
  if (isOurs(error)) {
    logUnexpected(error, 'query host')
    return { type: 'GENERIC_BACKEND_ERROR', message: t('The query failed for a reason that is not its own.'), status: 500 }
  }
  const engine = findEngine(spec.engine)
  const raw = textOf(error)
  const message = cleaned(raw, spec)
  for (const { pattern, type, message: text, extra } of engine?.dialect.errors ?? []) {
    const match = pattern.exec(raw)
    if (!match) continue
    const summary = t(text).replaceAll(/\$(\d)/g, (_, group: string) => cleaned(match[Number(group)] ?? '', spec))
    const known = { engine_name: engine?.name, ...(extra && { invalid: extra }) }
    return { type, summary, message: type.startsWith('CONNECTION_') ? summary : message, extra: known }
  }
  return { type: 'GENERIC_DB_ENGINE_ERROR', message, extra: { engine_name: engine?.name } }
}
