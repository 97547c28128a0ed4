import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'chartroom-start-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const parentModule = join(import.meta.dirname, '../../../scripts/start/parent.mjs')
const put = (name: string, text: string) => {
  writeFileSync(join(folder, name), text)
  return join(folder, name)
}
const server = put(
  'server.mjs',
  `import { stopWithParent } from ${JSON.stringify(parentModule)}\nstopWithParent()\nconsole.log(process.pid)\nsetInterval(() => {}, 1000)`,
)

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test.each([
  ['by npm', `'inherit', 'inherit', 'inherit'`, { npm_lifecycle_event: 'start' }],
  ['by the start script of an older Node', `'inherit', 'inherit', 'inherit', 'ipc'`, {}],
])('a process started %s exits when its parent is killed', async (_name, stdio, environment) => {
  const starter = put(
    'starter.mjs',
    `import { spawn } from 'node:child_process'
    spawn(process.execPath, [${JSON.stringify(server)}], { stdio: [${stdio}] })`,
  )
  const { npm_lifecycle_event: _, ...own } = process.env
  const parent = spawn(process.execPath, [starter], { env: { ...own, ...environment }, stdio: ['ignore', 'pipe', 'inherit'] })
  const [said] = (await once(parent.stdout, 'data')) as [Buffer]
  const pid = Number(String(said))
  expect(isAlive(pid)).toBe(true)
  parent.kill('SIGKILL')
  await expect.poll(() => isAlive(pid)).toBe(false)
})
