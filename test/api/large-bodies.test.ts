import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { adminOf, as, type Caller } from '../../src/server/testing/test-people.ts'
import { buildApp } from '../../src/server/app.ts'
import { testContext } from '../../src/server/testing/test-context.ts'
import { makeDataset } from '../../src/server/testing/test-records.ts'

/** Bodies that once kept the server busy for seconds are refused before they are parsed. */
let ctx: Awaited<ReturnType<typeof testContext>>
let app: FastifyInstance
let admin: Caller
let dataset: number

beforeAll(async () => {
  ctx = await testContext()
  app = await buildApp(ctx)
  admin = await as(ctx, app, await adminOf(ctx))
  dataset = await makeDataset(ctx, 'sales', ['amount'])
})
afterAll(async () => {
  await app.close()
  await ctx.close()
})

const megabyte = 1024 * 1024
const send = (url: string, payload: string, type = 'application/json') =>
  admin.inject({ method: 'POST', url, payload, headers: { 'content-type': type } })

const manyObjects = `{"a":[${Array.from({ length: 150_000 }, () => '{}').join(',')}]}`
const manyKeys = `{${Array.from({ length: 100_000 }, (_, i) => `"${i}":1`).join(',')}}`
const longNumber = `{"a":${'9'.repeat(megabyte / 2)}}`
const deep = `{"a":${'['.repeat(100_000)}`

const refusals: [name: string, body: string, text: string][] = [
  ['150,000 objects', manyObjects, 'The request holds more than 150000 values.'],
  ['100,000 keys', manyKeys, 'An object of the request holds more than 10000 fields.'],
  ['a number of half a megabyte', longNumber, 'A number of the request has more than 400 digits.'],
  ['100,000 levels', deep, 'The request is nested more than 500 levels deep.'],
]
const routes = ['/api/v1/chart/', '/api/v1/dashboard/', '/api/v1/chart/data', '/api/v1/security/login', '/api/v1/explore/form_data']

describe('a body with too many values', () => {
  it.each(refusals.flatMap(([name, body, text]) => routes.map((url) => [name, url, body, text] as const)))(
    '%s, sent to %s',
    async (_name, url, body, text) => {
      const answer = await send(url, body)
      expect(answer.statusCode).toBe(400)
      expect(answer.json()).toEqual({ message: text })
    },
  )

  it.each([
    ['a field of a form', '/superset/copy_dash/1/', `data=${encodeURIComponent(manyKeys)}`],
    ['a query context in a form', '/api/v1/query/', `query_context=${encodeURIComponent(manyKeys)}`],
    ['form data of a chart', '/api/v1/chart/data', `form_data=${encodeURIComponent(manyKeys)}`],
  ])('is rejected as %s', async (_name, url, body) => {
    const answer = await send(url, body, 'application/x-www-form-urlencoded')
    expect(answer.statusCode).toBe(400)
    expect(answer.body).toMatch(/fields/)
  })

  it.each([
    ['/api/v1/dashboard/', 'position_json'],
    ['/api/v1/dashboard/', 'json_metadata'],
    ['/api/v1/chart/', 'params'],
    ['/api/v1/explore/form_data', 'form_data'],
  ])('is rejected as JSON text sent to %s in %s', async (url, field) => {
    const answer = await send(url, JSON.stringify({ [field]: manyKeys, datasource_id: dataset, datasource_type: 'table' }))
    expect(answer.statusCode).toBe(400)
    expect(answer.body).toContain('An object of the request holds more than 10000 fields.')
  })
})

describe('a body that is too large', () => {
  it.each([
    ['/api/v1/chart/', 2],
    ['/api/v1/chart/data', 2],
    ['/api/v1/dashboard/', 8],
    ['/api/v1/security/login', 1],
  ])('%s accepts %i MB', async (url, megabytes) => {
    const body = (bytes: number) => JSON.stringify({ description: 'x'.repeat(bytes) })
    expect((await send(url, body(megabytes * megabyte))).statusCode).toBe(413)
    expect((await send(url, body(megabytes * megabyte - 1_000))).statusCode).not.toBe(413)
  })

  it('gives a typed error', async () => {
    const answer = await send('/api/v1/chart/', 'x'.repeat(3 * megabyte))
    expect(answer.json()).toMatchObject({ errors: [{ error_type: 'GENERIC_BACKEND_ERROR', level: 'error' }] })
  })

  it('a dashboard accepts a layout with thousands of charts', async () => {
    const layout = Object.fromEntries(
      Array.from({ length: 3_000 }, (_, i) => [
        `MARKDOWN-${i}`,
        { id: `MARKDOWN-${i}`, type: 'MARKDOWN', children: [], meta: { code: 'x'.repeat(1_500) } },
      ]),
    )
    const answer = await send('/api/v1/dashboard/', JSON.stringify({ dashboard_title: 'Long', position_json: JSON.stringify(layout) }))
    expect(answer.statusCode).toBe(201)
  })
})

describe('a query context', () => {
  const context = (count: number) => ({
    datasource: { id: dataset, type: 'table' },
    queries: Array.from({ length: count }, () => ({ metrics: ['count'] })),
    result_type: 'query',
  })

  it('has at most 50 queries', async () => {
    expect((await admin.post('/api/v1/chart/data', context(50))).statusCode).toBe(200)
    const answer = await admin.post('/api/v1/chart/data', context(51))
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toEqual({ message: "Request is incorrect: {'queries': ['Longer than maximum length 50.']}" })
  })
})
