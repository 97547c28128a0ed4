import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { adminOf, as, makePerson, type Caller } from '../../testing/test-people.ts'
import { buildApp } from '../../app.ts'
import { testContext } from '../../testing/test-context.ts'
import { makeDataset } from '../../testing/test-records.ts'

let ctx: Awaited<ReturnType<typeof testContext>>
let app: FastifyInstance
let admin: Caller
let gamma: Caller
let made: Record<'chart' | 'dashboard' | 'dataset', number>

beforeAll(async () => {
  ctx = await testContext()
  app = await buildApp(ctx)
  admin = await as(ctx, app, await adminOf(ctx))
  gamma = await as(ctx, app, await makePerson(ctx, 'gamma', ['Gamma']))
  const dataset = await makeDataset(ctx, 'sales', ['amount'])
  const slice = { slice_name: 'Sales', viz_type: 'table', datasource_id: dataset, datasource_type: 'table' }
  const idOf = async (path: string, body: object) => (await admin.post(path, body)).json<{ id: number }>().id
  made = {
    dataset,
    chart: await idOf('/api/v1/chart/', slice),
    dashboard: await idOf('/api/v1/dashboard/', { dashboard_title: 'Overview', slug: 'overview' }),
  }
})
afterAll(async () => {
  await app.close()
  await ctx.close()
})

const fill = (path: string) => path.replaceAll(/\{(chart|dashboard|dataset)\}/g, (_all, kind: keyof typeof made) => String(made[kind]))
const open = async (who: Caller | null, path: string, accept = 'text/html') => {
  const request = { url: fill(path), headers: { accept } }
  const answer = await (who ? who.inject(request, 'session') : app.inject(request))
  return { status: answer.statusCode, location: answer.headers.location, type: answer.headers['content-type'], answer }
}

it.each([
  ['/', '/superset/welcome/'],
  ['/superset/slice/{chart}/', '/explore/?form_data=%7B%22slice_id%22%3A%20{chart}%7D'],
  ['/superset/slice/{chart}/?standalone=1', '/explore/?form_data=%7B%22slice_id%22%3A%20{chart}%7D&standalone=1'],
  ['/superset/explore/', '/explore/'],
  ['/superset/explore/?form_data=%7B%22slice_id%22%3A1%7D', '/explore/?form_data=%7B%22slice_id%22:1%7D'],
  ['/superset/explore/table/{dataset}/', '/explore/table/{dataset}/'],
  ['/dataset/{dataset}', '/explore/?datasource_type=table&datasource_id={dataset}'],
  ['/dataset/999999', '/'],
  ['/login/', '/'],
])('%s leads to %s', async (path, location) => {
  expect(await open(admin, path)).toMatchObject({ status: 302, location: fill(location) })
})

it.each(['/superset/dashboard/{dashboard}/', '/superset/dashboard/overview/?standalone=3', '/dataset/add/'])(
  '%s is a page',
  async (path) => {
    expect(await open(admin, path)).toMatchObject({ status: 200, type: 'text/html; charset=utf-8' })
  },
)

it.each(['/superset/dashboard/999999/', '/superset/dashboard/nope/', '/superset/slice/999999/', '/superset/slice/nope/'])(
  '%s is missing: our page to a browser, a typed error to a program',
  async (path) => {
    const page = await open(admin, path)
    expect(page).toMatchObject({ status: 404, type: 'text/html; charset=utf-8' })
    expect(page.answer.headers['content-disposition']).toBe('inline; filename=404.html')
    expect(page.answer.body).toContain('<div id="root">')
    const told = await open(admin, path, 'application/json')
    expect(told.status).toBe(404)
    expect(told.answer.json()).toMatchObject({ errors: [{ error_type: 'GENERIC_BACKEND_ERROR' }] })
  },
)

it.each(['/superset/dashboard/{dashboard}/', '/superset/slice/{chart}/'])(
  '%s is missing for whoever does not see the object',
  async (path) => {
    expect(await open(gamma, path)).toMatchObject({ status: 404 })
  },
)

it.each(['/superset/dashboard/999999/', '/superset/slice/999999/', '/dataset/999999', '/superset/explore/'])(
  '%s sends nobody to the log-in page first',
  async (path) => {
    const { status, location } = await open(null, path)
    expect([status, location]).toEqual([302, `/login/?next=${path}`])
  },
)

it('warms up charts by the legacy address', async () => {
  const warm = async (who: Caller, query: string) => {
    const answer = await who.get(`/superset/warm_up_cache/?${query}`)
    return [answer.statusCode, answer.json()]
  }
  expect(await warm(admin, `slice_id=${made.chart}`)).toMatchObject([200, [{ slice_id: made.chart, viz_status: null }]])
  expect(await warm(admin, 'slice_id=999999')).toEqual([404, { error: 'Chart 999999 not found' }])
  expect(await warm(admin, 'db_name=d&table_name=t')).toEqual([404, { error: "Table t wasn't found in the database d" }])
  expect(await warm(admin, 'db_name=d')).toEqual([
    400,
    { error: 'Malformed request. slice_id or table_name and db_name arguments are expected' },
  ])
  expect(await warm(gamma, `slice_id=${made.chart}`)).toEqual([403, { message: 'Access is Denied', severity: 'danger' }])
})
