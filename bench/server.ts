/** A separate server, run as by `npm start`, and the calls that benches make. */
import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serverEnvironment } from '../scripts/start/runtime.mjs'
import type { LoopReport } from './loop-probe.ts'
import { familyOf } from './processor-time.ts'

const password = 'correct horse battery'
/** Access tokens last 15 minutes. */
const renewTokenMs = 10 * 60_000
const root = join(import.meta.dirname, '..')

/** Flags of a process whose event loop is measured. */
export const probe = ['--import', join(import.meta.dirname, 'loop-probe.ts')]

type Asked = { method?: string; body?: string; signal?: AbortSignal }
export type Answer = { status: number; text: string; ms: number }

export type Server = {
  base: string
  pid: number
  token: string
  startMs: number
  /** The web process and its children. */
  pids(): number[]
  /** The response as a stream. */
  open(path: string, asked?: Asked): Promise<IncomingMessage>
  ask(path: string, asked?: Asked): Promise<Answer>
  /** Adds a database and one of its tables; returns the id of the dataset. */
  dataset(uri: string, schema: string, table: string): Promise<number>
  virtualDataset(like: number, sql: string): Promise<number>
  /** Delays of the event loop during some work. */
  loopDuring(work: () => Promise<unknown>): Promise<LoopReport>
  stop(): Promise<void>
}

const addressOf = (child: ChildProcess): Promise<string> =>
  new Promise((resolve, reject) => {
    let text = ''
    child.once('exit', () => reject(new Error('The server did not start')))
    child.stdout?.on('data', (chunk: Buffer) => {
      text += String(chunk)
      const address = text.match(/ is at (http:\/\/\S+)\n/)?.[1]
      if (address) resolve(address)
    })
  })

const login = async (base: string): Promise<string> => {
  const answer = await fetch(`${base}/api/v1/security/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password, provider: 'db' }),
  })
  return ((await answer.json()) as { access_token: string }).access_token
}

export const loopDuring = async (child: ChildProcess, work: () => Promise<unknown>): Promise<LoopReport> => {
  child.send('watch')
  await work()
  child.send('report')
  const [report] = (await once(child, 'message')) as [LoopReport]
  return report
}

export const startServer = async (dataDir: string, flags: string[] = []): Promise<Server> => {
  const began = performance.now()
  const child = fork(join(root, 'src/server/main.ts'), ['--port', '0', '--data', dataDir, ...flags], {
    cwd: root,
    execArgv: probe,
    env: {
      ...serverEnvironment(),
      BENCH_PARENT: String(process.pid),
      CHARTROOM_ADMIN_PASSWORD: password,
      NODE_COMPILE_CACHE: join(root, '.cache/compile'),
    },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  const base = await addressOf(child)
  await fetch(`${base}/health`)
  const startMs = performance.now() - began
  let token = await login(base)
  const renewal = setInterval(() => void login(base).then((next) => (token = next)), renewTokenMs)
  const agent = new Agent({ keepAlive: true })
  const { hostname, port } = new URL(base)
  const pid = child.pid ?? 0

  const open: Server['open'] = (path, { method = 'GET', body, signal } = {}) =>
    new Promise((resolve, reject) => {
      const headers = { authorization: `Bearer ${token}`, ...(body !== undefined && { 'content-type': 'application/json' }) }
      const sent = request({ hostname, port, agent, path, method, headers, ...(signal && { signal }) }, resolve)
      sent.on('error', reject)
      sent.end(body)
    })

  const ask: Server['ask'] = async (path, asked) => {
    const start = performance.now()
    const answer = await open(path, asked)
    const parts: Buffer[] = []
    for await (const part of answer as AsyncIterable<Buffer>) parts.push(part)
    return { status: answer.statusCode ?? 0, text: Buffer.concat(parts).toString(), ms: performance.now() - start }
  }

  const make = async (path: string, value: object): Promise<number> => {
    const { status, text } = await ask(path, { method: 'POST', body: JSON.stringify(value) })
    if (status !== 201) throw new Error(`${path}: ${status} ${text}`)
    return (JSON.parse(text) as { id: number }).id
  }
  const databases = new Map<number, number>()

  return {
    base,
    pid,
    get token() {
      return token
    },
    startMs,
    pids: () => familyOf(pid),
    open,
    ask,
    dataset: async (uri, schema, table_name) => {
      const database = await make('/api/v1/database/', { database_name: uri.replace(/\W+/g, ' '), sqlalchemy_uri: uri })
      const id = await make('/api/v1/dataset/', { database, schema, table_name })
      databases.set(id, database)
      return id
    },
    virtualDataset: (like, sql) =>
      make('/api/v1/dataset/', { database: databases.get(like), table_name: `virtual ${sql}`.slice(0, 200), sql }),
    loopDuring: (work) => loopDuring(child, work),
    stop: async () => {
      clearInterval(renewal)
      agent.destroy()
      // One that ended by itself says so no second time: waiting for that would end the whole run without a word.
      const ended = child.exitCode ?? child.signalCode
      if (ended !== null) throw new Error(`The server ended by itself (${ended})`)
      const gone = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      await gone
    },
  }
}

/** A server with its own temporary data directory. */
export const withServer = async <T>(work: (server: Server) => Promise<T>, flags: string[] = ['--no-examples']): Promise<T> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'chartroom-bench-'))
  const server = await startServer(dataDir, flags)
  try {
    return await work(server)
  } finally {
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

export const examplesLoaded = async (server: Server): Promise<void> => {
  for (;;) {
    const { text } = await server.ask('/api/v1/job/?kind=examples')
    const { result } = JSON.parse(text) as { result: { state: string }[] }
    if (result[0]?.state === 'done') return
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}
