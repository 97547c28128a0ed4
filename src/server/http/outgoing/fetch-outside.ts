import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { AppError } from '#core/errors.ts'
import { t } from '#core/i18n/t.ts'
import { resolveDestination, type Outgoing, type Resolve } from './destination.ts'

export type OutsideRequest = {
  method?: string
  headers?: Record<string, string>
  body?: string | Uint8Array
  signal?: AbortSignal
  /** For connecting and for the whole response. */
  timeoutMs?: number
  maxBytes?: number
  /** Called with the address and with each that it redirects to; throws for those that may not be requested. */
  beforeRequest?: (url: URL) => void
}

const maxRedirects = 3
const defaultTimeoutMs = 30_000
const defaultMaxBytes = 50 * 1024 * 1024

const failed = (host: string, cause?: unknown) =>
  new AppError('GENERIC_BACKEND_ERROR', t('%(host)s could not be reached.', { host }), { status: 502 }, { cause })

const readAll = async (message: IncomingMessage, maxBytes: number): Promise<Buffer<ArrayBuffer>> => {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of message as AsyncIterable<Buffer>) {
    size += part.byteLength
    if (size > maxBytes) throw new Error(`The response has more than ${maxBytes} bytes`)
    parts.push(part)
  }
  return Buffer.concat(parts)
}

/** Sends one request to an address that was checked; the name is in the certificate check and the header `Host`. */
const send = async (
  config: Outgoing,
  url: URL,
  request: Required<Pick<OutsideRequest, 'maxBytes'>> & OutsideRequest,
  resolve?: Resolve,
) => {
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80))
  const addresses = await resolveDestination(config, { host: url.hostname, port, purpose: 'web' }, resolve)
  const { method = 'GET', headers = {}, body, signal, maxBytes } = request
  const start = url.protocol === 'https:' ? httpsRequest : httpRequest
  return new Promise<{ message: IncomingMessage; bytes: Buffer<ArrayBuffer> }>((resolved, rejected) => {
    const [{ address, family }] = addresses
    const outgoing = start(url, {
      method,
      headers: { ...headers, ...(body !== undefined && { 'content-length': String(Buffer.byteLength(body)) }) },
      agent: false,
      ...(signal && { signal }),
      lookup: (_host, { all }, done) => (all ? done(null, [{ address, family }]) : done(null, address, family)),
    })
    outgoing.once('error', rejected)
    outgoing.once('response', (message) =>
      readAll(message, maxBytes).then(
        (bytes) => resolved({ message, bytes }),
        (error: unknown) => {
          outgoing.destroy()
          rejected(error)
        },
      ),
    )
    outgoing.end(body)
  })
}

const isRedirect = (status: number) => [301, 302, 303, 307, 308].includes(status)

const withoutSecrets = (headers: Record<string, string> = {}) =>
  Object.fromEntries(
    Object.entries(headers).filter(([name]) => !/^(authorization|cookie|proxy-authorization|x-.*(key|token))$/i.test(name)),
  )

/** Statuses whose `Response` must not have a body. */
const isBodiless = (status: number) => status === 204 || status === 205 || status === 304

/**
 * Requests a URL of the outside world: http and https only, to checked addresses, with limits for time and size. Redirects of a GET are
 * followed and checked like the first address, and lose secrets when they lead to another origin.
 * @throws AppError 422 for an address that is not allowed, 502 if it cannot be reached
 */
export const fetchOutside = async (
  config: Outgoing,
  address: string | URL,
  request: OutsideRequest = {},
  resolve?: Resolve,
): Promise<Response> => {
  const timeout = AbortSignal.timeout(request.timeoutMs ?? defaultTimeoutMs)
  const signal = request.signal ? AbortSignal.any([timeout, request.signal]) : timeout
  let url = new URL(address)
  let sent = { ...request, signal, maxBytes: request.maxBytes ?? defaultMaxBytes }
  for (let hops = 0; ; hops++) {
    if (!/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '')
      throw new AppError('GENERIC_BACKEND_ERROR', t('The address of %(host)s is not allowed.', { host: url.hostname }), { status: 422 })
    request.beforeRequest?.(url)
    const { host } = url
    const { message, bytes } = await send(config, url, sent, resolve).catch((cause: unknown) => {
      throw cause instanceof AppError ? cause : failed(host, cause)
    })
    const status = message.statusCode ?? 502
    const { location } = message.headers
    if (isRedirect(status) && location !== undefined && (request.method ?? 'GET') === 'GET') {
      if (hops >= maxRedirects || !URL.canParse(location, url)) throw failed(host)
      const next = new URL(location, url)
      if (next.origin !== url.origin) sent = { ...sent, headers: withoutSecrets(sent.headers) }
      url = next
      continue
    }
    const headers = new Headers()
    for (const [name, value] of Object.entries(message.headersDistinct)) for (const one of value ?? []) headers.append(name, one)
    return new Response(isBodiless(status) ? null : bytes, { status, headers })
  }
}
