import { chmod, mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { engines } from '#engines/index.ts'
import { buildApp } from '../../../app.ts'
import { adminOf, as, type Caller } from '../../../testing/test-people.ts'
import { testContext } from '../../../testing/test-context.ts'
import { lockOf, manifestOf } from './locks.ts'

let ctx: Awaited<ReturnType<typeof testContext>>
let app: FastifyInstance
let admin: Caller
let bin: string

beforeAll(async () => {
  ctx = await testContext()
  ctx.jobs.startWorking()
  app = await buildApp(ctx)
  admin = await as(ctx, app, await adminOf(ctx))
  bin = await mkdtemp(join(tmpdir(), 'chartroom-npm-'))
})
afterEach(() => void vi.unstubAllEnvs())
afterAll(async () => {
  await app.close()
  await ctx.close()
  await rm(bin, { recursive: true, force: true })
})

/** An npm of our own, in place of the one that asks a registry. */
const npmIs = async (script: string) => {
  await writeFile(join(bin, 'npm'), `#!/bin/sh\n${script}\n`)
  await chmod(join(bin, 'npm'), 0o755)
  vi.stubEnv('PATH', `${bin}:${process.env['PATH']}`)
}

const install = async (engine: string) => {
  const answer = await admin.post(`/api/v1/database/driver/${engine}`, {})
  expect(answer.statusCode, answer.body).toBe(202)
  return ctx.jobs.waitFor((answer.json() as { job_id: string }).job_id)
}

type Available = { engine: string; missing_driver?: { name: string } }
const missing = async () => {
  const { databases } = (await admin.get('/api/v1/database/available/')).json() as { databases: Available[] }
  return databases.flatMap(({ engine, missing_driver: driver }) => (driver ? [engine] : [])).sort()
}

const onDemand = engines.flatMap(({ id, driver }) => (driver ? [{ id, driver }] : []))

describe('drivers on demand', () => {
  test.each(onDemand)('the lockfile of $id installs the version that is named', async ({ id, driver }) => {
    const lock = await lockOf(id)
    expect(manifestOf(lock, driver)).toMatchObject({ dependencies: { [driver.name]: driver.version } })
    const packages = new Map(Object.entries(lock.packages))
    expect(packages.get(`node_modules/${driver.name}`)).toMatchObject({ version: driver.version })
    const unsigned = [...packages].filter(([path, part]) => path && !('integrity' in part) && !('link' in part))
    expect(unsigned).toEqual([])
  })

  test('a failed installation says why and leaves nothing', async () => {
    await npmIs('echo "no registry here" >&2; exit 1')
    expect(await install('mssql')).toMatchObject({ state: 'failed', error: expect.stringContaining('no registry here') as unknown })
    expect(await readdir(join(ctx.config.dataDir, 'drivers'))).toEqual([])
    expect(await missing()).toContain('mssql')
  })

  test('a driver is installed from its lockfile, without scripts of packages', async () => {
    await mkdir(join(bin, 'seen'), { recursive: true })
    await npmIs(`echo "$@" > ${bin}/seen/arguments; cp package-lock.json ${bin}/seen/; mkdir -p node_modules/tedious`)
    expect(await missing()).toEqual(['bigquery', 'databricks', 'mssql', 'snowflake'])
    expect(await install('mssql')).toMatchObject({ state: 'done', result: { engine: 'mssql' } })
    expect(await missing()).toEqual(['bigquery', 'databricks', 'snowflake'])
    expect(await readFile(join(bin, 'seen', 'arguments'), 'utf8')).toContain('ci --ignore-scripts')
    const used: unknown = JSON.parse(await readFile(join(bin, 'seen', 'package-lock.json'), 'utf8'))
    expect(used).toEqual(JSON.parse(JSON.stringify(await lockOf('mssql'))))
  })

  test('an engine whose driver is built in has none to install', async () => {
    expect((await admin.post('/api/v1/database/driver/postgresql', {})).statusCode).toBe(404)
  })
})
