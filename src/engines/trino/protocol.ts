import { request as httpRequest, type Agent, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { text as readAll } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import type { StatementOptions } from '../engine.ts'
import { foreignAnswer } from '../shared/foreign-answer.ts'
import { agentOf, type Address } from '../shared/network-parameters.ts'

/** Trino's statement protocol: a statement is posted, then pages are fetched until there is no next one. */
export type Cell = null | boolean | number | string | Cell[] | { [key: string]: Cell }

export type ResultColumn = { name: string; type: string }

type Page = {
  id: string
  nextUri?: string
  columns?: ResultColumn[]
  data?: Cell[][]
  stats?: { state: string; processedRows?: number; /** 0–100 */ progressPercentage?: number }
  error?: { message: string; errorName?: string }
}

export type Session = {
  url: string
  /** Where the host of the URL was checked to be. */
  via?: Address | undefined
  user: string
  /** The user whom the statement runs for; the server must let `user` impersonate them. */
  actsFor?: string
  password?: string
  source: string
  timezone: string
  catalog?: string
  schema?: string
  /** Session properties and prepared statements of this one statement. */
  properties?: Record<string, string | number>
  prepared?: Record<string, string>
}

const headersOf = (session: Session): Record<string, string> => ({
  'X-Trino-User': session.actsFor ?? session.user,
  'X-Trino-Source': session.source,
  'X-Trino-Time-Zone': session.timezone,
  // Without it times are rounded to milliseconds.
  'X-Trino-Client-Capabilities': 'PARAMETRIC_DATETIME',
  ...(session.catalog && { 'X-Trino-Catalog': session.catalog }),
  ...(session.schema && { 'X-Trino-Schema': session.schema }),
  ...(session.properties && {
    'X-Trino-Session': Object.entries(session.properties)
      .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
      .join(','),
  }),
  ...(session.prepared && {
    'X-Trino-Prepared-Statement': Object.entries(session.prepared)
      .map(([name, sql]) => `${name}=${encodeURIComponent(sql)}`)
      .join(','),
  }),
  ...(session.password && { Authorization: `Basic ${Buffer.from(`${session.user}:${session.password}`).toString('base64')}` }),
})

const longNumber = /[[,:]\s*-?\d{16,}\s*[\],}]/

/** Integers beyond a double arrive as bare digits: they are kept as text. */
const parsed = (text: string): unknown => {
  if (!longNumber.test(text)) return JSON.parse(text)
  return JSON.parse(text, (_, value: unknown, context?: { source?: string }) =>
    typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value) ? (context?.source ?? value) : value,
  )
}

const isPage = (value: unknown): value is Page =>
  typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string' && 'stats' in value

const pageOf = (text: string): Page => {
  let page: unknown
  try {
    page = parsed(text)
  } catch (cause) {
    throw foreignAnswer('Trino', cause)
  }
  if (!isPage(page)) throw foreignAnswer('Trino')
  return page
}

const retryStatuses = new Set([429, 502, 503, 504])
const retries = 5

type Request = { agent: Agent; headers: Record<string, string>; method?: 'POST' | 'DELETE'; body?: string; signal?: AbortSignal }

const readText = (message: IncomingMessage): Promise<string> =>
  message.headers['content-encoding'] === 'gzip' ? pipeline(message, createGunzip(), (body) => readAll(body)) : readAll(message)

/** Redirects are not followed: they could lead to an address that was not checked. */
const send = (url: string, { body, ...request }: Request): Promise<{ status: number; text: string }> =>
  new Promise((resolve, reject) => {
    const fail = (error: unknown) => reject(request.signal?.aborted ? request.signal.reason : error)
    const start = url.startsWith('https:') ? httpsRequest : httpRequest
    start(url, { ...request, headers: { ...request.headers, 'Accept-Encoding': 'gzip' } })
      .once('error', fail)
      .once('response', (message) => {
        readText(message).then((answer) => resolve({ status: message.statusCode ?? 0, text: answer }), fail)
      })
      .end(body)
  })

const ask = async (url: string, request: Request): Promise<Page> => {
  for (let attempt = 0; ; attempt++) {
    const answer = await send(url, request)
    if (answer.status === 200) return pageOf(answer.text)
    if (!retryStatuses.has(answer.status) || attempt === retries) throw new Error(`HTTP ${answer.status}`)
    await new Promise((resolve) => setTimeout(resolve, 100 * 2 ** attempt))
  }
}

/** The address of a page on the server that was connected to: servers name it as they know themselves, or whoever answers for them. */
const onServer = (session: Session, uri: string): string => {
  if (!URL.canParse(uri)) throw foreignAnswer('Trino')
  const { pathname, search } = new URL(uri)
  return `${session.url}${pathname}${search}`
}

type Watched = Pick<StatementOptions, 'signal' | 'onProgress'>

/** A running statement. `cancel` stops it at the coordinator, which stops the workers. */
export const startStatement = (session: Session, sql: string, { signal, onProgress }: Watched) => {
  const headers = headersOf(session)
  const connect = () => agentOf(session.via, { isSecure: session.url.startsWith('https:') })
  const agent = connect()
  const left = new AbortController()
  const both = AbortSignal.any([signal, left.signal])
  let next: string | undefined
  let columns: ResultColumn[] | undefined
  let processedRows: number | undefined

  async function* pages(): AsyncGenerator<Cell[][]> {
    try {
      let page = await ask(`${session.url}/v1/statement`, { agent, method: 'POST', body: sql, headers, signal: both })
      for (;;) {
        next = page.nextUri === undefined ? undefined : onServer(session, page.nextUri)
        columns ??= page.columns
        processedRows = page.stats?.processedRows ?? processedRows
        if (page.stats?.progressPercentage !== undefined) onProgress?.({ share: page.stats.progressPercentage / 100 })
        if (page.error) throw new Error(`${page.error.message}${page.error.errorName ? ` (${page.error.errorName})` : ''}`)
        if (page.data) yield page.data
        if (!next) return
        page = await ask(next, { agent, headers, signal: both })
      }
    } finally {
      // Abandoned before the end: tell the coordinator to discard the rest.
      if (next) void cancel()
      agent.destroy()
    }
  }

  const cancel = async (): Promise<void> => {
    const uri = next
    next = undefined
    left.abort(new Error('stopped'))
    if (uri === undefined) return
    const ownAgent = connect()
    await send(uri, { agent: ownAgent, method: 'DELETE', headers }).catch(() => {})
    ownAgent.destroy()
  }

  return {
    pages: pages(),
    cancel,
    get columns() {
      return columns ?? []
    },
    get processedRows() {
      return processedRows
    },
  }
}
