import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import autocannon from 'autocannon'
import fastify from 'fastify'
import { median, ms, percentile, type Bench, type Line } from './bench.ts'

const password = 'correct horse battery'
const root = join(import.meta.dirname, '..')

type Server = { base: string; child: ChildProcess; token: string; startMs: number; dataDir: string }

const start = async (dataDir: string): Promise<Server> => {
  const began = performance.now()
  const child = spawn(process.execPath, ['src/server/main.ts', '--port', '0', '--data', dataDir], {
    cwd: root,
    env: { ...process.env, CHARTROOM_ADMIN_PASSWORD: password, NODE_COMPILE_CACHE: join(root, '.cache/compile') },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const base = await new Promise<string>((resolve) => {
    let text = ''
    child.stdout.on('data', (chunk: Buffer) => {
      text += String(chunk)
      const address = text.match(/ is at (http:\/\/\S+)\n/)?.[1]
      if (address) resolve(address)
    })
  })
  await fetch(`${base}/health`)
  const startMs = performance.now() - began
  const answer = await fetch(`${base}/api/v1/security/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password, provider: 'db' }),
  })
  const { access_token: token } = (await answer.json()) as { access_token: string }
  return { base, child, token, startMs, dataDir }
}

const withServer = async <T>(work: (server: Server) => Promise<T>): Promise<T> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'chartroom-bench-'))
  const server = await start(dataDir)
  try {
    await examplesLoaded(server)
    return await work(server)
  } finally {
    server.child.kill('SIGTERM')
    await new Promise((resolve) => server.child.once('exit', resolve))
    rmSync(dataDir, { recursive: true, force: true })
  }
}

const get = (server: Server, path: string) => fetch(server.base + path, { headers: { authorization: `Bearer ${server.token}` } })

const examplesLoaded = async (server: Server) => {
  for (;;) {
    const { result } = (await (await get(server, '/api/v1/job/?kind=examples')).json()) as { result: { state: string }[] }
    if (result[0]?.state === 'done') return
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

/** CPU of a process so far, in ms. */
const cpuMs = (pid: number): number => {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * 10
}

const load = (url: string, token: string, connections: number, body?: string) =>
  autocannon({
    url,
    connections,
    duration: 5,
    headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { method: 'POST' as const, body }),
  })

const helloServer = async () => {
  const app = fastify()
  app.post('/hello', async () => ({ hello: 'world' }))
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  return { app, address }
}

const cached: Bench = {
  name: 'cached chart data',
  run: () =>
    withServer(async (server) => {
      const { id } = await datasetNamed(server, 'flights')
      const query = { columns: ['origin'], metrics: ['count'], orderby: [['count', false]], row_limit: 250 }
      const body = JSON.stringify({ datasource: { id, type: 'table' }, queries: [query], result_format: 'json', result_type: 'full' })
      const { app, address } = await helloServer()
      const own = process.pid
      const rates = { subject: [] as number[], control: [] as number[] }
      const perRequest = { subject: [] as number[], control: [] as number[] }
      await load(`${server.base}/api/v1/chart/data`, server.token, 8, body)
      for (let round = 0; round < 3; round++) {
        const before = cpuMs(server.child.pid ?? 0)
        const subject = await load(`${server.base}/api/v1/chart/data`, server.token, 8, body)
        perRequest.subject.push((cpuMs(server.child.pid ?? 0) - before) / subject.requests.total)
        rates.subject.push(subject.requests.average)
        const ownBefore = cpuMs(own)
        const control = await load(`${address}/hello`, server.token, 8, body)
        perRequest.control.push((cpuMs(own) - ownBefore) / control.requests.total)
        rates.control.push(control.requests.average)
      }
      await app.close()
      const [subject, control] = [median(rates.subject), median(rates.control)]
      return [
        {
          what: 'requests per second at 8 clients',
          subject: subject.toFixed(0),
          control: `${control.toFixed(0)} hello`,
          ratio: subject / control,
          goal: '≥ 5,000/s',
        },
        {
          what: 'CPU per request (the control holds the client too)',
          subject: ms(median(perRequest.subject)),
          control: ms(median(perRequest.control)),
          ratio: median(perRequest.subject) / median(perRequest.control),
          goal: '≤ 3 × a bare hello',
        },
      ]
    }),
}

const datasetNamed = async (server: Server, name: string): Promise<{ id: number }> => {
  const answer = await get(server, `/api/v1/dataset/?q=(filters:!((col:table_name,opr:eq,value:${name})))`)
  const { result } = (await answer.json()) as { result: { id: number }[] }
  return result[0] ?? { id: 0 }
}

const metadata: Bench = {
  name: 'metadata calls',
  run: () =>
    withServer(async (server) => {
      const calls: [string, string, string][] = [
        ['dashboard list', '/api/v1/dashboard/?q=(page_size:25)', '≤ 4 ms'],
        ['chart search', '/api/v1/chart/?q=(filters:!((col:slice_name,opr:chart_all_text,value:the)),page_size:25)', '≤ 5 ms'],
        ['dashboard get', '/api/v1/dashboard/films', '≤ 2 ms'],
        ['me', '/api/v1/me/', ''],
      ]
      const lines: Line[] = []
      for (const [what, path, goal] of calls) {
        const times = { subject: [] as number[], control: [] as number[] }
        for (let round = 0; round < 60; round++) {
          for (const [kind, address] of [
            ['subject', path],
            ['control', '/health'],
          ] as const) {
            const began = performance.now()
            await (await get(server, address)).arrayBuffer()
            times[kind].push(performance.now() - began)
          }
        }
        const [subject, control] = [median(times.subject), median(times.control)]
        lines.push({
          what: `${what}, p50 (p95 ${ms(percentile(times.subject, 0.95))})`,
          subject: ms(subject),
          control: `${ms(control)} health`,
          ratio: subject / control,
          goal,
        })
      }
      return lines
    }),
}

const starting: Bench = {
  name: 'start and memory',
  run: async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'chartroom-bench-'))
    const times: number[] = []
    let idle = 0
    for (let round = 0; round < 5; round++) {
      const server = await start(dataDir)
      if (round === 0) await examplesLoaded(server)
      else times.push(server.startMs)
      if (round === 4) {
        await new Promise((resolve) => setTimeout(resolve, 10_000))
        idle = pssMb(server.child.pid ?? 0)
      }
      server.child.kill('SIGTERM')
      await new Promise((resolve) => server.child.once('exit', resolve))
    }
    rmSync(dataDir, { recursive: true, force: true })
    const bare: number[] = []
    for (let round = 0; round < 5; round++) {
      const began = performance.now()
      const child = spawn(
        process.execPath,
        ['-e', "import('fastify').then(({default: f}) => f().listen({port: 0}).then(() => process.exit(0)))"],
        { cwd: root },
      )
      await new Promise((resolve) => child.once('exit', resolve))
      bare.push(performance.now() - began)
    }
    return [
      {
        what: 'start to the first 200, warm',
        subject: ms(median(times)),
        control: `${ms(median(bare))} bare Fastify`,
        ratio: median(times) / median(bare),
        goal: '≤ 700 ms',
      },
      {
        what: 'memory of all processes, idle for 10 s (PSS)',
        subject: `${idle.toFixed(0)} MB`,
        control: '',
        ratio: null,
        goal: '≤ 200 MB',
      },
    ]
  },
}

const pssMb = (pid: number): number => {
  const own = Number(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8').match(/^Pss:\s+(\d+)/m)?.[1] ?? 0) / 1024
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number)
  return children.reduce((sum, child) => sum + pssMb(child), own)
}

export const benches: Bench[] = [metadata, cached, starting]
