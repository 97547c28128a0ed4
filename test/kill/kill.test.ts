import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { DuckDBInstance } from '@duckdb/node-api'
import { afterAll, expect, test } from 'vitest'

/**
 * Kills the web process, a query host or an ingest process at a random moment of saves, bulk deletes and uploads, starts again, and
 * asks: is everything that was acknowledged there, and nothing half-written?
 */
const cycles = Number(process.env['CHARTROOM_KILL_CYCLES'] ?? 12)
const dataDir = mkdtempSync(join(tmpdir(), 'chartroom-kill-'))
const port = 20_000 + (process.pid % 20_000)
const base = `http://127.0.0.1:${port}`
const password = 'correct horse battery'
const main = join(import.meta.dirname, '../../src/server/main.ts')

let server: ChildProcess | null = null
let token = ''

const start = async () => {
  const environment = {
    ...process.env,
    CHARTROOM_ADMIN_PASSWORD: password,
    CHARTROOM_PORT: String(port),
    CHARTROOM_DATA: dataDir,
    CHARTROOM_EXAMPLES: 'false',
  }
  const child = spawn(process.execPath, [main], { env: environment, stdio: ['ignore', 'pipe', 'inherit'] })
  server = child
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (text: Buffer) => String(text).includes(' is at ') && resolve())
    child.once('exit', (code) => reject(new Error(`The server ended with ${code}`)))
  })
  const answer = await fetch(`${base}/api/v1/security/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password, provider: 'db' }),
  })
  token = ((await answer.json()) as { access_token: string }).access_token
}

const kill = async () => {
  const child = server
  if (!child || child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGKILL')
  await ended
}

/** A child process of the server by the end of its command line. */
const killChild = (entry: string) => {
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const parent = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[1]
      if (Number(parent) === server?.pid && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(entry))
        process.kill(Number(pid), 'SIGKILL')
    } catch {
      continue
    }
  }
}

afterAll(async () => {
  await kill()
  rmSync(dataDir, { recursive: true, force: true })
})

const call = (method: string, path: string, body?: object) =>
  fetch(base + path, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })

const acknowledged = { dashboards: new Map<number, string>(), deleted: new Set<number>(), uploads: new Map<string, number>() }

const saveDashboards = async () => {
  for (let n = 0; ; n++) {
    const title = `saved ${n} ${Math.random()}`
    const made = await call('POST', '/api/v1/dashboard/', { dashboard_title: title })
    if (made.status !== 201) throw new Error(await made.text())
    const { id } = (await made.json()) as { id: number }
    acknowledged.dashboards.set(id, title)
    const changed = await call('PUT', `/api/v1/dashboard/${id}`, { dashboard_title: `${title} again` })
    if (changed.ok) acknowledged.dashboards.set(id, `${title} again`)
    if (n % 5 === 4) await bulkDelete([...acknowledged.dashboards.keys()].slice(-3))
  }
}

const bulkDelete = async (ids: number[]) => {
  const answer = await call('DELETE', `/api/v1/dashboard/?q=!(${ids.join(',')})`)
  if (!answer.ok) return
  for (const id of ids) {
    acknowledged.deleted.add(id)
    acknowledged.dashboards.delete(id)
  }
}

const upload = async () => {
  const rows = 20_000 + Math.floor(Math.random() * 50_000)
  const form = new FormData()
  form.append('file', new Blob([`a,b\n${Array.from({ length: rows }, (_, i) => `${i},x${i}\n`).join('')}`]), 'u.csv')
  const sent = await fetch(`${base}/api/v1/upload/`, { method: 'POST', headers: { authorization: `Bearer ${token}` }, body: form })
  const { upload_id: id } = (await sent.json()) as { upload_id: string }
  const table = `t_${Date.now()}_${rows}`
  const created = await call('POST', `/api/v1/upload/${id}/create`, { table_name: table })
  if (created.ok) acknowledged.uploads.set(table, rows)
}

const ignore = () => undefined
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Everything that was acknowledged, looked up in the files themselves while nothing runs. */
const verify = async () => {
  const store = new DatabaseSync(join(dataDir, 'metadata.sqlite'), { readOnly: true })
  expect(store.prepare('pragma integrity_check').get()).toEqual({ integrity_check: 'ok' })
  const rows = store.prepare('select id, dashboard_title, deleted_at, version from dashboards').all()
  const byId = new Map(rows.map((row) => [Number(row['id']), row]))
  for (const [id, title] of acknowledged.dashboards) {
    const row = byId.get(id)
    expect(String(row?.['dashboard_title'])).toMatch(
      title.endsWith('again') ? title : new RegExp(`^${title.replaceAll('.', '\\.')}( again)?$`),
    )
  }
  for (const id of acknowledged.deleted) expect(byId.get(id)?.['deleted_at']).not.toBeNull()
  for (const row of rows) {
    const last = store
      .prepare('select max(version) as version from versions where kind = ? and object_id = ?')
      .get('dashboard', row['id'] ?? 0)
    expect([row['id'], last?.['version']]).toEqual([row['id'], row['version']])
  }
  const files = store.prepare('select table_name, path, rows from table_files where retired_on is null').all()
  for (const { path, rows: count } of files) {
    const instance = await DuckDBInstance.create(join(dataDir, 'tables', String(path)), { access_mode: 'READ_ONLY' })
    const db = await instance.connect()
    const found = (await db.runAndReadAll('select count(*) from data')).getRowsJson()
    expect(found).toEqual([[String(count)]])
    db.closeSync()
    instance.closeSync()
  }
  store.close()
}

test(`${cycles} kills lose nothing`, { timeout: 60_000 + cycles * 60_000 }, async () => {
  await start()
  for (let cycle = 0; cycle < cycles; cycle++) {
    const work = [saveDashboards().catch(ignore), upload().catch(ignore)]
    await pause(50 + Math.random() * 700)
    const victim = cycle % 3
    if (victim === 1) killChild('ingest/main.ts')
    if (victim === 2) killChild('host/main.ts')
    if (victim !== 0) await pause(150)
    await kill()
    await Promise.all(work)
    await verify()
    await start()
  }
  // What was acknowledged as an upload is finished by the processes that come after.
  const tables = () => {
    const store = new DatabaseSync(join(dataDir, 'metadata.sqlite'), { readOnly: true })
    const found = new Map(
      store
        .prepare('select table_name, rows from table_files where retired_on is null')
        .all()
        .map((row) => [String(row['table_name']), Number(row['rows'])]),
    )
    const failed = store
      .prepare("select payload from jobs where state = 'failed'")
      .all()
      .map((row) => (JSON.parse(String(row['payload'])) as { table: string }).table)
    store.close()
    return { found, failed }
  }
  await expect
    .poll(() => [...acknowledged.uploads.keys()].filter((table) => !tables().found.has(table) && !tables().failed.includes(table)), {
      timeout: 90_000,
      interval: 1000,
    })
    .toEqual([])
  for (const [table, rows] of acknowledged.uploads)
    if (!tables().failed.includes(table)) expect([table, tables().found.get(table)]).toEqual([table, rows])
  expect(acknowledged.dashboards.size + acknowledged.deleted.size).toBeGreaterThan(cycles)
})
