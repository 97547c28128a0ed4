import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { adminOf, as, type Caller } from '../testing/test-people.ts'
import { buildApp } from '../app.ts'
import { prepareDataDir, readConfig } from '../start/config.ts'
import type { Context } from '../context.ts'
import { createContext } from '../start/create-context.ts'
import { isDiskFull } from '../db/disk-full.ts'
import { storeUpload } from '../resources/upload/store.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'chartroom-full-'))
const isMounted = spawnSync('/usr/bin/mount', ['-t', 'tmpfs', '-o', 'size=24m', 'tmpfs', dataDir]).status === 0
let ctx: Context
let close: () => Promise<void>
let app: FastifyInstance
let admin: Caller

beforeAll(async () => {
  const flags = ['--data', dataDir, '--no-examples', '--admin-password', 'correct horse battery']
  ;({ ctx, close } = await createContext(prepareDataDir(readConfig(flags, {}), {})))
  app = await buildApp(ctx)
  admin = await as(ctx, app, await adminOf(ctx))
})
afterAll(async () => {
  await app.close()
  await close()
  if (isMounted) spawnSync('/usr/bin/umount', ['-l', dataDir])
  rmSync(dataDir, { recursive: true, force: true })
})

const filler = join(dataDir, 'filler')

/** Fills the disk. Without permission to mount one, limits the size of the SQLite file, which gives the same error. */
const fill = async () => {
  if (!isMounted) {
    const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(ctx.db)
    await sql`pragma wal_checkpoint(truncate)`.execute(ctx.db)
    return void (await sql.raw(`pragma max_page_count = ${rows[0]?.page_count}`).execute(ctx.db))
  }
  for (let size = 1 << 20; size >= 1; size >>= 1) {
    for (;;) {
      try {
        writeFileSync(filler, new Uint8Array(size), { flag: 'a' })
      } catch {
        break
      }
      if (statfsSync(dataDir).bavail === 0) return
    }
  }
}

const free = async () => {
  rmSync(filler, { force: true })
  if (!isMounted) await sql`pragma max_page_count = 1000000`.execute(ctx.db)
}

/** Larger than the file's free pages. */
const text = 'x'.repeat(300_000)

test('on a full disk writes fail with 507, users can still log in and read, and everything works once there is space', async () => {
  const made = await admin.post('/api/v1/dashboard/', { dashboard_title: 'before' })
  const { id } = made.json<{ id: number }>()
  const house = await ctx.db.selectFrom('databases').select('id').where('is_house', '=', 1).executeTakeFirstOrThrow()
  const virtual = { database: house.id, schema: 'main', sql: 'select 1 as a' }
  const idOf = (answer: { json: <T>() => T }) => answer.json<{ id: number }>().id
  const dataset = idOf(await admin.post('/api/v1/dataset/', { ...virtual, table_name: 'before' }))
  const chartOf = (more: object) => ({ slice_name: 'c', viz_type: 'table', datasource_id: dataset, datasource_type: 'table', ...more })
  const chart = idOf(await admin.post('/api/v1/chart/', chartOf({})))
  await fill()
  const writes: [string, string, object][] = [
    ['POST', '/api/v1/chart/', chartOf({ description: text })],
    ['PUT', `/api/v1/chart/${chart}`, { description: text }],
    ['PUT', `/api/v1/dataset/${dataset}`, { description: text }],
    ['POST', '/api/v1/dashboard/', { dashboard_title: 'new', css: text }],
    ['PUT', `/api/v1/dashboard/${id}`, { css: text }],
    ['POST', '/api/v1/css_template/', { template_name: 't', css: text }],
    ['POST', '/api/v1/annotation_layer/', { name: 'l', descr: text }],
    ['POST', `/api/v1/dashboard/${id}/permalink`, { dataMask: { a: text } }],
  ]
  for (const [method, url, payload] of writes) {
    const answer = await admin.inject({ method: method as 'POST', url, payload })
    expect([answer.statusCode, answer.body], url).toEqual([507, expect.stringContaining('The disk of the server is full')])
  }
  if (isMounted) {
    const boundary = 'cut'
    const file = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\na\n1\r\n--${boundary}--\r\n`
    const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` }
    for (const url of ['/api/v1/upload/', `/api/v1/database/${house.id}/upload/`]) {
      const answer = await admin.inject({ method: 'POST', url, headers, payload: file })
      expect([answer.statusCode, answer.body], url).toEqual([507, expect.stringContaining('The disk has room for')])
    }
    // A file that needs more than the space that was free at its start.
    const kept = storeUpload(ctx, { name: 'a.csv', body: Readable.from([Buffer.alloc(1 << 20)]), userId: 1 })
    await expect(kept).rejects.toSatisfy(isDiskFull)
    expect(existsSync(join(dataDir, 'uploads')) ? readdirSync(join(dataDir, 'uploads')) : []).toEqual([])
  }
  for (let i = 0; i < 3; i++) {
    const signedIn = await app.inject({
      method: 'POST',
      url: '/api/v1/security/login',
      payload: { username: 'admin', password: 'correct horse battery', provider: 'db' },
    })
    expect(signedIn.statusCode, signedIn.body).toBe(200)
  }
  const fresh = await as(ctx, app, await adminOf(ctx))
  expect((await fresh.get(`/api/v1/dashboard/${id}`)).json()).toMatchObject({ result: { dashboard_title: 'before' } })

  await free()
  expect((await fresh.post('/api/v1/dashboard/', { dashboard_title: 'after' })).statusCode).toBe(201)
  expect((await admin.put(`/api/v1/dashboard/${id}`, { css: text })).statusCode).toBe(200)
  expect((await admin.put(`/api/v1/chart/${chart}`, { description: text })).statusCode).toBe(200)
})
