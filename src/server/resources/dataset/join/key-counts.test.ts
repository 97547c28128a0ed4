import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildApp } from '../../../app.ts'
import { houseId } from '../../../house/house.ts'
import { testContext } from '../../../testing/test-context.ts'
import { adminOf, as, makePerson, type Caller } from '../../../testing/test-people.ts'

let ctx: Awaited<ReturnType<typeof testContext>>
let app: FastifyInstance
let admin: Caller
let database: number

beforeAll(async () => {
  ctx = await testContext()
  app = await buildApp(ctx)
  ctx.jobs.startWorking()
  const userId = await adminOf(ctx)
  admin = await as(ctx, app, userId)
  database = await houseId(ctx)
  const path = join(mkdtempSync(join(tmpdir(), 'keys-')), 'lines.csv')
  writeFileSync(path, 'order no,line,"the ""name"""\n1,1,a\n1,2,b\n1,3,\n2,1,c\n,1,d\n,2,e\n')
  const payload = { source: { path }, name: 'lines.csv', schema: 'main', table: 'order lines', options: {} }
  const job = await ctx.jobs.waitFor(await ctx.jobs.start({ kind: 'upload', payload, userId }))
  expect(job.error).toBeNull()
})
afterAll(async () => {
  await app.close()
  await ctx.close()
})

const counts = async (caller: Caller, columns: string[]) => {
  const body = { database_id: database, schema: 'main', table_name: 'order lines', columns }
  const answer = await caller.post('/api/v1/dataset/join_keys', body)
  return answer.statusCode === 200 ? answer.json<{ result: unknown }>().result : answer.statusCode
}

test.each([
  ['a key that repeats', ['order no'], { keys: 2, repeated: 1, most: 3 }],
  ['a key of two columns that does not', ['order no', 'line'], { keys: 4, repeated: 0, most: 1 }],
  ['a name with quotes, and empty values', ['the "name"'], { keys: 5, repeated: 0, most: 1 }],
])('%s is counted by the database; rows without a key match nothing', async (_, columns, result) => {
  expect(await counts(admin, columns)).toEqual(result)
})

test('no column, and a column that is not there, are errors', async () => {
  expect(await counts(admin, [])).toBe(400)
  expect(await counts(admin, ['nothing'])).toBeGreaterThanOrEqual(400)
})

test('who may not read the table gets no counts of it', async () => {
  const writer = await as(ctx, app, await makePerson(ctx, 'writer', ['Gamma'], [['can_write', 'Dataset']]))
  expect(await counts(writer, ['line'])).toBeGreaterThanOrEqual(400)
})
