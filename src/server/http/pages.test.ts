import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { pages } from '#core/pages.ts'
import { adminOf, as, type Caller } from '../testing/test-people.ts'
import { buildApp } from '../app.ts'
import { testContext } from '../testing/test-context.ts'
import { makeDataset } from '../testing/test-records.ts'

let ctx: Awaited<ReturnType<typeof testContext>>
let app: FastifyInstance
let admin: Caller
let key: string

beforeAll(async () => {
  ctx = await testContext()
  app = await buildApp(ctx)
  admin = await as(ctx, app, await adminOf(ctx))
  const post = (url: string, payload: object) => admin.inject({ method: 'POST', url, payload })
  const datasource = { datasource_id: await makeDataset(ctx, 'trips', ['a']), datasource_type: 'table' }
  await post('/api/v1/chart/', { slice_name: 'Trips', viz_type: 'table', params: '{}', ...datasource })
  await post('/api/v1/dashboard/', { dashboard_title: 'Trips' })
  key = (await post('/api/v1/dashboard/1/permalink', {})).json<{ key: string }>().key
})
afterAll(async () => {
  await app.close()
  await ctx.close()
})

const headers = { accept: 'text/html' }

/** The response after following redirects within our own pages. */
const visit = async (caller: Pick<Caller, 'inject'>, url: string): Promise<{ statusCode: number; body: string }> => {
  const { statusCode, body, headers: got } = await caller.inject({ url, headers })
  const { location } = got
  return statusCode === 302 && location && !location.startsWith('/login') ? visit(caller, location) : { statusCode, body }
}

/** Those of embedded dashboards need an embedding: their tests are with the resource. */
const ownPages = Object.entries(pages).filter(([, page]) => page !== 'embedded')

it.each(ownPages)('%s answers a direct visit with the page of %s', async (path, page) => {
  const url = path.replace(':key', key).replaceAll(/:type/g, 'table').replaceAll(/:\w+/g, '1')
  const answer = await visit(page === 'login' ? app : admin, url)
  expect(answer).toMatchObject({ statusCode: 200, body: expect.stringContaining('<div id="root">') })
  expect(existsSync(join(import.meta.dirname, '../../web/pages', page))).toBe(true)
})

it('answers an address without a page with 404', async () => {
  expect((await admin.inject({ url: '/no/such/page', headers })).statusCode).toBe(404)
})
