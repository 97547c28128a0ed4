import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'

const root = mkdtempSync(join(tmpdir(), 'chartroom-stop-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

const start = async (name: string) => {
  const env = {
    ...process.env,
    CHARTROOM_ADMIN_PASSWORD: 'correct horse battery',
    CHARTROOM_PORT: '0',
    CHARTROOM_DATA: join(root, name),
    CHARTROOM_EXAMPLES: 'false',
  }
  const child = spawn(process.execPath, [join(import.meta.dirname, '../main.ts')], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(child, 'exit')
  let said = ''
  for await (const text of child.stdout) {
    said += String(text)
    if (said.includes(' is at ')) break
  }
  const base = /http:\/\/[\d.:]+/.exec(said)?.[0] ?? ''
  const answer = await fetch(`${base}/api/v1/security/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password: 'correct horse battery', provider: 'db' }),
  })
  const { access_token: token } = (await answer.json()) as { access_token: string }
  return { child, ended, base, token }
}

/** An upload of which only the first part is sent. */
const beginUpload = async (base: string, token: string) => {
  const agent = new Agent({ keepAlive: true })
  const sending = request(`${base}/api/v1/upload/`, {
    agent,
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'multipart/form-data; boundary=cut' },
  })
  const answered = new Promise<number | string>((resolve) => {
    sending.on('response', (answer) => resolve(answer.resume().statusCode ?? 0))
    sending.on('error', (error) => resolve(String(error)))
  })
  sending.write('--cut\r\nContent-Disposition: form-data; name="file"; filename="x.csv"\r\n\r\na,b\n')
  await once(sending, 'socket')
  return { answered, finish: () => sending.end('1,2\r\n--cut--\r\n') }
}

test('on SIGTERM the server finishes running requests, accepts no new ones, and exits', async () => {
  const { child, ended, base, token } = await start('drained')
  const uploads = await Promise.all(Array.from({ length: 5 }, () => beginUpload(base, token)))
  // When the server answers a later request, it has received all of these.
  expect((await fetch(`${base}/health`)).status).toBe(200)
  child.kill('SIGTERM')
  await expect
    .poll(() =>
      fetch(`${base}/health`).then(
        ({ status }) => status,
        () => 'refused',
      ),
    )
    .toBe('refused')
  for (const { finish } of uploads) finish()
  expect(await Promise.all(uploads.map(({ answered }) => answered))).toEqual([200, 200, 200, 200, 200])
  expect(await ended).toEqual([0, null])
})

test('exits in time even if a request never ends', async () => {
  const { child, ended, base, token } = await start('endless')
  await beginUpload(base, token)
  const began = performance.now()
  child.kill('SIGTERM')
  await ended
  expect(performance.now() - began).toBeLessThan(10_000)
})

/** Creates a virtual dataset that counts to a given number; returns a function that queries it. */
const prepareQueries = async (base: string, token: string) => {
  const post = (path: string, body: object) =>
    fetch(`${base}/api/v1/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const listed = await fetch(`${base}/api/v1/database/`, { headers: { authorization: `Bearer ${token}` } })
  const { result } = (await listed.json()) as { result: { id: number }[] }
  return async (name: string, rows: number) => {
    const made = await post('dataset/', {
      database: result[0]?.id,
      schema: 'main',
      table_name: name,
      sql: `select i from range(${rows}) t(i)`,
    })
    const { id } = (await made.json()) as { id: number }
    const metric = (nth: number) => ({ expressionType: 'SQL', sqlExpression: `sum(hash(i + ${nth}))::varchar`, label: 'n' })
    return (nth: number) => post('chart/data', { datasource: { id, type: 'table' }, queries: [{ metrics: [metric(nth)] }], force: true })
  }
}

const reached = async (base: string) => expect((await fetch(`${base}/health`)).status).toBe(200)

test('under load it answers running queries and accepts no new ones', async () => {
  const { child, ended, base, token } = await start('queried')
  const ask = await (await prepareQueries(base, token))('short', 100_000)
  // Only connections that the server has accepted: the others are reset with the listening socket.
  await Promise.all(Array.from({ length: 20 }, async (_none, nth) => (await ask(-nth)).text()))
  const answers = Array.from({ length: 20 }, async (_none, nth) => (await ask(nth + 1)).status)
  for (let i = 0; i < 3; i++) await reached(base)
  child.kill('SIGTERM')
  expect(await Promise.all(answers)).toEqual(answers.map(() => 200))
  expect(await ended).toEqual([0, null])
  await expect(fetch(`${base}/health`)).rejects.toThrow()
})

test('exits in time even with long-running queries', async () => {
  const { child, ended, base, token } = await start('slow')
  const ask = await (await prepareQueries(base, token))('long', 10 ** 13)
  const answers = Array.from({ length: 8 }, (_none, nth) =>
    ask(nth).then(
      ({ status }) => status,
      () => 'cut off',
    ),
  )
  await reached(base)
  const began = performance.now()
  child.kill('SIGTERM')
  await ended
  expect(performance.now() - began).toBeLessThan(10_000)
  expect(await Promise.all(answers)).not.toContain(200)
})
