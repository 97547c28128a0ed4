import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { adminOf, as, makePerson, type Caller } from '../../testing/test-people.ts'
import { buildApp } from '../../app.ts'
import { testContext } from '../../testing/test-context.ts'
import { loadExamples } from '../../testing/test-examples.ts'

let ctx: Awaited<ReturnType<typeof testContext>>
let app: FastifyInstance
let admin: Caller

beforeAll(async () => {
  ctx = await testContext()
  app = await buildApp(ctx)
  await loadExamples(ctx)
  admin = await as(ctx, app, await adminOf(ctx))
})
afterAll(async () => {
  await app.close()
  await ctx.close()
})

test('every example chart has a light and a dark picture', async () => {
  const charts = await ctx.db.selectFrom('charts').select(['id', 'slice_name']).execute()
  for (const { id, slice_name: name } of charts) {
    for (const theme of ['light', 'dark']) {
      const answer = await admin.get(`/api/v1/chart/${id}/thumbnail/any/?theme=${theme}`)
      expect([name, answer.statusCode, answer.headers['content-type']]).toEqual([name, 200, 'image/svg+xml'])
      expect(answer.body, name).toMatch(/^<svg[\s\S]*<(path|rect|text|polyline)[\s\S]*<\/svg>$/)
    }
  }
})

test('a dashboard is drawn with its charts, and redrawn only after changes', async () => {
  const { id } = await ctx.db.selectFrom('dashboards').select('id').where('slug', '=', 'films').executeTakeFirstOrThrow()
  const first = await admin.get(`/api/v1/dashboard/${id}/thumbnail/any/`)
  expect(first.statusCode).toBe(200)
  expect(first.body.match(/<svg/g)?.length).toBeGreaterThan(5)
  const again = await admin.inject({
    method: 'GET',
    url: `/api/v1/dashboard/${id}/thumbnail/any/`,
    headers: { 'if-none-match': String(first.headers['etag']) },
  })
  expect(again.statusCode).toBe(304)
})

test('numbers are formatted in the locale of each reader', async () => {
  const gross = await ctx.db.selectFrom('charts').select('id').where('slice_name', '=', 'Worldwide gross').executeTakeFirstOrThrow()
  const figureIn = async (language: string) => {
    const headers = { 'accept-language': language }
    const { body } = await admin.inject({ method: 'GET', url: `/api/v1/chart/${gross.id}/thumbnail/any/`, headers })
    return /<text[^>]*>([^<]+)</.exec(body)?.[1]
  }
  expect([await figureIn('de-AT'), await figureIn('en'), await figureIn('de')]).toEqual(['$250\u00a0Mrd.', '$250B', '$250\u00a0Mrd.'])
})

test('a requested screenshot is at the returned address, in the requested size', async () => {
  const chart = await ctx.db.selectFrom('charts').select('id').where('viz_type', '=', 'pie').executeTakeFirstOrThrow()
  const told = await admin.get(`/api/v1/chart/${chart.id}/cache_screenshot/?q=(window_size:!(640,480))`)
  expect([told.statusCode, told.json()]).toMatchObject([
    202,
    { task_status: 'Updated', chart_url: expect.stringContaining(`=${chart.id}`) },
  ])
  const { pathname, search } = new URL(told.json().image_url)
  expect(pathname).toContain(told.json().cache_key)
  const picture = await admin.get(pathname + search)
  expect([picture.statusCode, picture.headers['content-type']]).toEqual([200, 'image/svg+xml'])
  expect(picture.body).toMatch(/^<svg[^>]*width="640"[^>]*height="480"/)
  expect(picture.body).toContain('<text')
})

test('a dashboard can only be drawn in its saved state', async () => {
  const { id } = await ctx.db.selectFrom('dashboards').select('id').where('slug', '=', 'films').executeTakeFirstOrThrow()
  const path = `/api/v1/dashboard/${id}/cache_dashboard_screenshot/`
  const told = await admin.post(path, { dataMask: {}, urlParams: [['standalone', '3']] })
  expect(told.statusCode).toBe(202)
  const { pathname, search } = new URL(told.json().image_url)
  const picture = await admin.get(pathname + search)
  expect(picture.body.match(/<svg/g)?.length).toBeGreaterThan(5)
  for (const state of [{ dataMask: { a: { filterState: { value: 'b' } } } }, { activeTabs: ['TAB-1'] }]) {
    expect((await admin.post(path, state)).statusCode).toBe(422)
  }
})

test('gives 404 without access', async () => {
  const gamma = await as(ctx, app, await makePerson(ctx, 'gamma', ['Gamma']))
  const [chart, dashboard] = [
    await ctx.db.selectFrom('charts').select('id').executeTakeFirstOrThrow(),
    await ctx.db.selectFrom('dashboards').select('id').executeTakeFirstOrThrow(),
  ]
  expect((await gamma.get(`/api/v1/chart/${chart.id}/thumbnail/any/`)).statusCode).toBe(404)
  expect((await gamma.get(`/api/v1/dashboard/${dashboard.id}/thumbnail/any/`)).statusCode).toBe(404)
  expect((await admin.get('/api/v1/chart/999999/thumbnail/any/')).statusCode).toBe(404)
})
