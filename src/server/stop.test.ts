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
  const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts')], { env, stdio: ['ignore', 'pipe', 'inherit'] })
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

/** An upload of which only the beginning has been sent. */
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

test('told to stop, the product finishes what is under way, takes nothing new, and is gone', async () => {
  const { child, ended, base, token } = await start('drained')
  const uploads = await Promise.all(Array.from({ length: 5 }, () => beginUpload(base, token)))
  // Each of them has reached the server once it answers a later request.
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

test('it ends in time also when a request never does', async () => {
  const { child, ended, base, token } = await start('endless')
  await beginUpload(base, token)
  const began = performance.now()
  child.kill('SIGTERM')
  await ended
  expect(performance.now() - began).toBeLessThan(10_000)
})
