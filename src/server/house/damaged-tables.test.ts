import {
  closeSync,
  copyFileSync,
  openSync,
  readFileSync,
  readSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { nobody } from '#core/access/principal.ts'
import { adminOf, as, type Caller } from '../testing/test-people.ts'
import { buildApp } from '../app.ts'
import { restoreBackup, writeBackup } from '../data-directory/backup.ts'
import { isPostgresUri } from '../db/place.ts'
import { testContext } from '../testing/test-context.ts'
import { currentTable, houseId } from './house.ts'
import { openFiles } from './open-files.ts'
import { publishTable } from './publish-table.ts'

let ctx: Awaited<ReturnType<typeof testContext>>
let app: FastifyInstance
let admin: Caller

beforeAll(async () => {
  ctx = await testContext()
  app = await buildApp(ctx)
  ctx.jobs.startWorking()
  admin = await as(ctx, app, await adminOf(ctx))
  const path = join(ctx.config.dataDir, 'good.csv')
  writeFileSync(path, `a,b\n${Array.from({ length: 20_000 }, (_, i) => `${i},text ${(i * 7919) % 20_000}\n`).join('')}`)
  await openFiles(ctx, [path], (file, reason) => {
    throw new Error(`${file}: ${reason}`)
  })
})
afterAll(async () => {
  await app.close()
  await ctx.close()
})

/** Adds a table with the rows of the good one; returns its file. */
const makeTable = async (table: string) => {
  const { file, path } = await ctx.tableFiles.create()
  copyFileSync(await fileOf('good'), path)
  const columns = [
    { name: 'a', type: 'BIGINT' },
    { name: 'b', type: 'VARCHAR' },
  ]
  const loaded = { rows: 20_000, rejected: 0, bytes: 0, columns, mainTime: null }
  await publishTable(ctx, { principal: nobody, how: 'job' }, { schema: 'main', table, file, loaded, replace: false })
  return path
}

const fileOf = async (table: string) => (await currentTable(ctx, { schema: 'main', table }))?.path ?? ''

const count = async (table: string) => {
  const { id } = await ctx.db.selectFrom('datasets').select('id').where('table_name', '=', table).executeTakeFirstOrThrow()
  const answer = await admin.post('/api/v1/chart/data', {
    datasource: { id, type: 'table' },
    queries: [{ columns: [], metrics: [{ expressionType: 'SQL', sqlExpression: 'count(distinct b)', label: 'n' }] }],
    result_format: 'json',
    result_type: 'full',
    force: true,
  })
  const body = answer.json<{ result?: { data: { n: number }[] }[]; errors?: { message: string }[]; message?: string }>()
  return answer.statusCode === 200 ? body.result?.[0]?.data[0]?.n : answer.body
}

const flip = (path: string, at: number) => {
  const file = openSync(path, 'r+')
  const byte = new Uint8Array(1)
  readSync(file, byte, 0, 1, at)
  writeSync(
    file,
    byte.map((value) => value ^ 0xff),
    0,
    1,
    at,
  )
  closeSync(file)
}

const damages: [string, (path: string) => void][] = [
  ['missing', (path) => rmSync(path)],
  ['empty', (path) => truncateSync(path, 0)],
  ['cut', (path) => truncateSync(path, Math.floor(statSync(path).size * 0.6))],
  ['flipped in its head', (path) => flip(path, 100)],
  [
    'flipped in its blocks',
    (path) => {
      // A single byte may be in unused space.
      for (let at = Math.floor(statSync(path).size * 0.4); at < statSync(path).size; at += 4096) flip(path, at)
    },
  ],
]

test('a missing, empty, truncated or corrupt table file fails only its own charts, with a clear message', async () => {
  const table = (name: string) => name.replaceAll(' ', '_')
  for (const [name, damage] of damages) damage(await makeTable(table(name)))
  for (const [name] of damages) {
    expect(await count(table(name)), name).toContain(`The stored data of the table \\"${table(name)}\\" is missing or damaged.`)
    expect(await count('good')).toBe(20_000)
  }
})

test('a dataset keeps its columns when its table file is lost', async () => {
  rmSync(await makeTable('columns_stay'))
  const { id } = await ctx.db.selectFrom('datasets').select('id').where('table_name', '=', 'columns_stay').executeTakeFirstOrThrow()
  expect((await admin.put(`/api/v1/dataset/${id}/refresh`, {})).statusCode).not.toBe(200)
  expect(await ctx.db.selectFrom('dataset_columns').select('column_name').where('dataset_id', '=', id).execute()).toHaveLength(2)
})

test('a table with a reserved name from an earlier release is the only one that fails', async () => {
  await makeTable('renamed')
  await ctx.db.updateTable('table_files').set({ schema: 'temp' }).where('table_name', '=', 'renamed').execute()
  await ctx.db.updateTable('datasets').set({ schema: 'temp' }).where('table_name', '=', 'renamed').execute()
  expect(await count('good')).toBe(20_000)
  expect(await count('renamed')).not.toBe(20_000)
})

test('rejects appending to a damaged table and says why', async () => {
  truncateSync(await makeTable('appended'), 5000)
  const head = (disposition: string) => `--cut\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n`
  const fields = { type: 'csv', table_name: 'appended', already_exists: 'append' }
  const texts = Object.entries(fields).map(([name, value]) => `${head(`name="${name}"`)}${value}\r\n`)
  const answer = await admin.inject({
    method: 'POST',
    url: `/api/v1/database/${await houseId(ctx)}/upload/`,
    headers: { 'content-type': 'multipart/form-data; boundary=cut' },
    payload: `${texts.join('')}${head('name="file"; filename="x.csv"')}a,b\n1,x\n\r\n--cut--\r\n`,
  })
  expect([answer.statusCode, answer.body]).toEqual([422, expect.stringContaining('nothing can be appended to them')])
})

test.skipIf(isPostgresUri(process.env['CHARTROOM_TEST_POSTGRES']))(
  'a restore under a running server repairs the table immediately',
  async () => {
    const path = await makeTable('mended')
    const whole = readFileSync(path)
    const folder = await writeBackup(ctx.config, { target: join(ctx.config.dataDir, 'backups', 'mended'), warn: () => {} })
    truncateSync(path, 5000)
    expect(await count('mended')).toContain('is missing or damaged')
    await restoreBackup(ctx.config, folder)
    expect(await count('mended')).toBe(20_000)
    expect(readFileSync(path)).toEqual(whole)
  },
)
