import { unzipSync } from 'fflate'
import type { FastifyInstance } from 'fastify'
import type { Received } from './compare.ts'

export type Sent = { method: string; path: string; headers: Record<string, string>; body?: Uint8Array | string | undefined }
type Raw = { status: number; headers: Record<string, string | string[] | undefined>; bytes: Uint8Array }

/** One way to reach a server: over the network, or straight into an application. */
export type Send = (request: Sent) => Promise<Raw>

export const overNetwork =
  (base: string): Send =>
  async ({ method, path, headers, body }) => {
    const answer = await fetch(new URL(path, base), {
      method,
      headers,
      ...(body !== undefined && { body: typeof body === 'string' ? body : Buffer.from(body) }),
      redirect: 'manual',
    })
    return {
      status: answer.status,
      headers: { ...Object.fromEntries(answer.headers), 'set-cookie': cookieHeader(answer.headers) },
      bytes: new Uint8Array(await answer.arrayBuffer()),
    }
  }

const cookieHeader = (headers: { getSetCookie(): string[] }) => {
  const cookies = headers.getSetCookie()
  return cookies.length ? cookies : undefined
}

export const intoApp =
  (app: FastifyInstance): Send =>
  async ({ method, path, headers, body }) => {
    const payload = typeof body === 'string' || body === undefined ? body : Buffer.from(body)
    const answer = await app.inject({ method: method as 'GET', url: path, headers, ...(payload !== undefined && { payload }) })
    return { status: answer.statusCode, headers: answer.headers as Raw['headers'], bytes: answer.rawPayload }
  }

/** The body as the rules compare it: JSON as a value, a zip as its file names, anything else as text. */
export const readAnswer = ({ status, headers, bytes }: Raw): Received => {
  const contentType = String(headers['content-type'] ?? '')
  return { status, contentType, headers, body: readBody(contentType, bytes) }
}

const readBody = (contentType: string, bytes: Uint8Array): unknown => {
  if (/zip|spreadsheetml/.test(contentType)) return Object.keys(unzipSync(bytes))
  const text = new TextDecoder().decode(bytes)
  try {
    return text === '' && !contentType.startsWith('text/') ? undefined : JSON.parse(text)
  } catch {
    return text
  }
}

type Account = { username: string; password: string }
type Proof = Record<string, string>

const json = { accept: 'application/json', 'content-type': 'application/json' }
const cookiesOf = (raw: Raw): string =>
  [raw.headers['set-cookie'] ?? []]
    .flat()
    .map((cookie) => cookie.split(';')[0] ?? '')
    .join('; ')

const fieldOf = (raw: Raw, field: string): string | undefined => {
  const body = readBody(String(raw.headers['content-type'] ?? ''), raw.bytes)
  const value = typeof body === 'object' && body !== null ? (body as Record<string, unknown>)[field] : undefined
  return typeof value === 'string' ? value : undefined
}

const withToken = async (send: Send, headers: Proof, keepsCookie: boolean): Promise<Proof> => {
  const answer = await send({ method: 'GET', path: '/api/v1/security/csrf_token/', headers: { accept: 'application/json', ...headers } })
  const token = fieldOf(answer, 'result')
  const cookie = keepsCookie ? headers['cookie'] : cookiesOf(answer)
  return { ...headers, ...(cookie && { cookie }), ...(token && { 'x-csrftoken': token }) }
}

export const loginCookie = async (send: Send, { username, password }: Account): Promise<Proof> => {
  const form = new URLSearchParams({ username, password }).toString()
  const headers = { accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' }
  const answer = await send({ method: 'POST', path: '/login/', headers, body: form })
  return withToken(send, { cookie: cookiesOf(answer) }, true)
}

export const loginBearer = async (send: Send, { username, password }: Account): Promise<Proof> => {
  const body = JSON.stringify({ username, password, provider: 'db', refresh: true })
  const answer = await send({ method: 'POST', path: '/api/v1/security/login', headers: json, body })
  return { authorization: `Bearer ${fieldOf(answer, 'access_token') ?? ''}` }
}

/** Headers that prove who somebody is, made once per account and way. */
export const sessions = (send: Send, accounts: Record<string, Account>) => {
  const known = new Map<string, Promise<Proof>>()
  const remember = (key: string, make: () => Promise<Proof>) => {
    const kept = known.get(key) ?? make()
    known.set(key, kept)
    return kept
  }
  return async (as: string, way: string | undefined): Promise<Proof> => {
    const account = accounts[as]
    if (!account) return {}
    if (way === 'new-session') return loginCookie(send, account)
    if (way === 'bearer-only' || way === 'bearer') {
      const bearer = await remember(`${as} bearer`, () => loginBearer(send, account))
      return way === 'bearer' ? withToken(send, bearer, false) : bearer
    }
    return remember(as, () => loginCookie(send, account))
  }
}

export type Sessions = ReturnType<typeof sessions>
