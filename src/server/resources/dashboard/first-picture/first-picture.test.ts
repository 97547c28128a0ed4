import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { findChart } from '#charts/index.ts'
import { buildChartQuery, queryKeyOf } from '#charts/query-key.ts'
import type { GuestPrincipal, Principal } from '#core/access/principal.ts'
import type { Locale } from '#core/i18n/locales.ts'
import { buildQueryContext } from '#core/query/build-query-context.ts'
import type { FormData, QueryContext } from '#core/query/query-object.ts'
import { publicPrincipal, userPrincipal } from '../../../access/principals.ts'
import { buildApp } from '../../../app.ts'
import { adminOf, as, makePerson, type Caller } from '../../../testing/test-people.ts'
import { testContext } from '../../../testing/test-context.ts'
import { loadExamples } from '../../../testing/test-examples.ts'
import { readQueryContext } from '../../chart-data/request/read-request.ts'
import { openingQueryContext } from '../../chart-data/request/saved-chart.ts'
import { runQueryContext } from '../../chart-data/run.ts'
import { drawLater, picturesDrawn } from './draw-later.ts'
import { drawFirstPicture } from './first-picture.ts'

let ctx: Awaited<ReturnType<typeof testContext>>
let app: FastifyInstance
let admin: Caller
let films: { id: number; uuid: string }
/** Three charts of the dashboard: a figure, bars, a ring. */
let charts: number[]

beforeAll(async () => {
  ctx = await testContext()
  app = await buildApp(ctx)
  await loadExamples(ctx)
  admin = await as(ctx, app, await adminOf(ctx))
  films = await ctx.db.selectFrom('dashboards').select(['id', 'uuid']).where('slug', '=', 'films').executeTakeFirstOrThrow()
  const names = ['Films', 'The box office nearly tripled from 1995 to 2009', 'PG-13 earns nearly half of the money']
  const rows = await ctx.db.selectFrom('charts').select('id').where('slice_name', 'in', names).orderBy('id').execute()
  charts = rows.map((row) => row.id)
})
afterAll(async () => {
  await app.close()
  await ctx.close()
})
beforeEach(async () => {
  vi.restoreAllMocks()
  await ctx.cache.clear()
})

const address = '/superset/dashboard/films/'
const openings = (): Promise<QueryContext[]> => Promise.all(charts.map((chart) => openingQueryContext(ctx, chart, films.id)))

/** Asks for data as a browser does that opens the dashboard, and waits for the pictures. */
const askAs = async (principal: Principal, contexts: QueryContext[], windowWidth: number | null = null) => {
  const locale: Locale = 'en'
  for (const context of contexts) {
    await runQueryContext(ctx, { context, principal, encoding: 'identity' })
    drawLater(ctx, { principal, locale, windowWidth, context })
  }
  await picturesDrawn(ctx)
}

const openAs = async (principal: Principal, url = address, windowWidth: number | null = null) =>
  (await drawFirstPicture(ctx, { principal, url, windowWidth, locale: 'en' })).markup

const adminPrincipal = async (): Promise<Principal> => {
  const principal = await userPrincipal(ctx, admin.id, 'session')
  if (!principal) throw new Error('no admin')
  return principal
}

const guest = (...clauses: string[]): GuestPrincipal => ({
  kind: 'guest',
  username: 'guest',
  roles: [],
  pairs: new Set(['can_read on Chart', 'can_read on Dashboard']),
  resources: [{ type: 'dashboard', id: films.uuid }],
  rules: clauses.map((clause) => ({ clause })),
})

/** The pictures of a page by the id of their component. */
const picturesIn = (page: string): Record<string, string> =>
  Object.fromEntries(
    [...page.matchAll(/<div class="first-picture" id="first-([^"]+)"[^>]*>(<svg[\s\S]*?<\/svg>)/g)].map(([, id = '', svg = '']) => [
      id,
      svg,
    ]),
  )

/** Opens the page until it has so many pictures: on a busy machine some may not be found in time. */
const openWith = async (count: number, principal: Principal, url = address): Promise<string> => {
  let page = ''
  const counted = async () => {
    page = await openAs(principal, url)
    return Object.keys(picturesIn(page)).length
  }
  await expect.poll(counted).toBe(count)
  return page
}

/** The texts of a picture. */
const textsIn = (svg: string): string[] => [...svg.matchAll(/<text[^>]*>([^<]+)/g)].map(([, text = '']) => text)
const allTexts = (page: string): string[] => Object.values(picturesIn(page)).flatMap(textsIn)

test('names the types of the charts in view, without their pictures too', async () => {
  const { chartTypes, drawingParts } = await drawFirstPicture(ctx, {
    principal: await adminPrincipal(),
    url: address,
    windowWidth: null,
    locale: 'en',
  })
  const rows = await ctx.db.selectFrom('charts').select('viz_type').where('id', 'in', charts).execute()
  expect(chartTypes).toEqual(expect.arrayContaining(rows.map(({ viz_type }) => viz_type)))
  expect(new Set(chartTypes).size).toBe(chartTypes.length)
  expect(drawingParts).toEqual(expect.arrayContaining(['bar', 'pie', 'legend', 'label-layout']))
  const nobody = await drawFirstPicture(ctx, { principal: await publicPrincipal(ctx), url: address, windowWidth: null, locale: 'en' })
  expect(nobody).toMatchObject({ markup: '', chartTypes: [], drawingParts: [] })
  expect(await nobody.answers()).toBe('')
})

test('the page carries frames at first, and pictures after its data were asked for', async () => {
  const page = async () => (await admin.inject({ method: 'GET', url: address, headers: { accept: 'text/html' } })).body
  const principal = await adminPrincipal()
  const before = await page()
  expect(before).toContain('PG-13 earns nearly half of the money')
  expect(picturesIn(before)).toEqual({})
  for (const context of await openings()) expect((await admin.post('/api/v1/chart/data', context)).statusCode).toBe(200)
  await picturesDrawn(ctx)
  await openWith(3, principal)
  const after = await page()
  expect(Object.keys(picturesIn(after))).toHaveLength(3)
  expect(allTexts(after)).toEqual(expect.arrayContaining(['3,177', 'Adventure', 'PG-13']))
})

test('what is below the first picture is painted a frame later', async () => {
  const principal = await adminPrincipal()
  expect(await openAs(principal)).not.toContain('class="stack later"')
  const [, , ring] = await openings()
  if (!ring) throw new Error('no ring')
  for (const [contexts, isBelow] of [
    [[ring], [false]],
    [await openings(), [false, true, true]],
  ] as const) {
    await askAs(principal, [...contexts])
    const page = await openWith(contexts.length, principal)
    const [first = '', ...below] = page.split('<div class="stack later">')
    expect(below).toHaveLength(1)
    expect(Object.keys(picturesIn(page)).map((id) => !first.includes(`id="first-${id}"`))).toEqual(isBelow)
  }
})

/** The responses that a page carries, by the query that they answer. */
const answersIn = (page: string): Record<string, unknown> => {
  const plain = (text: string) => text.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&lt;', '<').replaceAll('&amp;', '&')
  const elements = page.matchAll(/<script type="application\/json" class="first-answer" data-query="([^"]*)">([^<]*)<\/script>/g)
  return Object.fromEntries([...elements].map(([, query = '', answer = '']) => [plain(query), JSON.parse(answer)]))
}

test('the page carries the responses of its charts, under the queries that the browser builds', async () => {
  const page = async () => (await admin.inject({ method: 'GET', url: address, headers: { accept: 'text/html' } })).body
  expect(answersIn(await page())).toEqual({})
  const asked: [string, unknown][] = []
  for (const context of await openings()) {
    const form = context.form_data as FormData
    const chart = findChart(form.viz_type)
    if (!chart) throw new Error(form.viz_type)
    const question = buildChartQuery(form, chart)
    await admin.post('/api/v1/chart/data', question)
    // The second response says that it comes from the cache.
    const fromCache = async () => (await admin.post('/api/v1/chart/data', question)).json<{ result: { is_cached: boolean }[] }>()
    await expect.poll(async () => (await fromCache()).result[0]?.is_cached).toBe(true)
    asked.push([queryKeyOf(question), await fromCache()])
  }
  await expect.poll(async () => answersIn(await page())).toEqual(Object.fromEntries(asked))
  expect(await page()).toMatch(/<\/script>\s*<\/body>\s*<\/html>\s*$/)
})

test('a chart that shows the response of another has a picture, too: the page asks for it once', async () => {
  const [figure = 0] = charts
  const row = await ctx.db.selectFrom('charts').selectAll().where('id', '=', figure).executeTakeFirstOrThrow()
  const { slice_name, viz_type, params, datasource_id } = row
  const copy = { slice_name, viz_type, params, datasource_id, datasource_type: 'table' }
  const ids = [figure, (await admin.post('/api/v1/chart/', copy)).json<{ id: number }>().id]
  const cards = ids.map((chartId, i) => [
    `CHART-${i}`,
    { id: `CHART-${i}`, type: 'CHART', children: [], parents: ['ROOT_ID', 'GRID_ID', 'ROW-1'], meta: { chartId, width: 4, height: 30 } },
  ])
  const position = {
    DASHBOARD_VERSION_KEY: 'v2',
    ROOT_ID: { id: 'ROOT_ID', type: 'ROOT', children: ['GRID_ID'] },
    GRID_ID: { id: 'GRID_ID', type: 'GRID', children: ['ROW-1'], parents: ['ROOT_ID'] },
    'ROW-1': { id: 'ROW-1', type: 'ROW', children: ['CHART-0', 'CHART-1'], parents: ['ROOT_ID', 'GRID_ID'], meta: {} },
    ...Object.fromEntries(cards),
  }
  const made = await admin.post('/api/v1/dashboard/', { dashboard_title: 'Twice', position_json: JSON.stringify(position) })
  const { id } = made.json<{ id: number }>()
  for (const chart of ids) {
    const { dashboards } = (await admin.get(`/api/v1/chart/${chart}`)).json<{ result: { dashboards: { id: number }[] } }>().result
    await admin.put(`/api/v1/chart/${chart}`, { dashboards: [...dashboards.map((one) => one.id), id] })
  }
  const principal = await adminPrincipal()
  await askAs(principal, [await openingQueryContext(ctx, figure, id)])
  const pictures = picturesIn(await openWith(2, principal, `/superset/dashboard/${id}/`))
  expect(Object.values(pictures).map(textsIn)).toEqual([expect.arrayContaining(['3,177']), expect.arrayContaining(['3,177'])])
})

test('opening a page runs no query and draws nothing', async () => {
  const principal = await adminPrincipal()
  await askAs(principal, (await openings()).slice(0, 1))
  const [run, draw] = [vi.spyOn(ctx.host, 'run'), vi.spyOn(ctx.renderer, 'svg')]
  await openWith(1, principal)
  expect([run.mock.calls, draw.mock.calls]).toEqual([[], []])
})

test('guests with other row rules see other pictures, and never those of each other', async () => {
  const [all, some, none] = [guest(), guest(`"MPAA Rating" = 'R'`), guest(`"MPAA Rating" = 'G'`)]
  await askAs(all, await openings())
  expect(allTexts(await openWith(3, all))).toEqual(expect.arrayContaining(['PG-13', 'R', 'G']))
  expect(picturesIn(await openAs(some))).toEqual({})
  await askAs(some, await openings())
  const texts = allTexts(await openWith(3, some))
  const rowsOf = async (principal: Principal) => {
    const { answers } = await drawFirstPicture(ctx, { principal, url: address, windowWidth: null, locale: 'en' })
    const carried = Object.values(answersIn(await answers())) as { result: { data: unknown[] }[] }[]
    return JSON.stringify(carried.map(({ result }) => result.map(({ data }) => data)))
  }
  const ratings = (rows: string) => ['"PG-13"', '"R"'].map((rating) => rows.includes(rating))
  expect([ratings(await rowsOf(all)), ratings(await rowsOf(some)), await rowsOf(none)]).toEqual([[true, true], [false, true], '[]'])
  expect(texts).toContain('R')
  expect(texts).not.toContain('PG-13')
  expect(texts).not.toContain('3,177')
  expect(picturesIn(await openAs(none))).toEqual({})
})

test('who does not see the dashboard gets nothing of it', async () => {
  await askAs(await adminPrincipal(), await openings())
  const other = await userPrincipal(ctx, await makePerson(ctx, 'nosy', ['Gamma']), 'session')
  if (!other) throw new Error('no user')
  for (const principal of [other, await publicPrincipal(ctx), { ...guest(), resources: [] }]) expect(await openAs(principal)).toBe('')
})

test('a permalink and a filter key have the pictures of their own state', async () => {
  const principal = await adminPrincipal()
  const [, , ring] = charts
  const mask = {
    id: String(ring),
    extraFormData: { filters: [{ col: 'MPAA Rating', op: 'IN', val: ['R'] }] },
    filterState: { value: ['R'] },
    ownState: {},
  }
  const dataMask = { [String(ring)]: mask }
  const permalink = await admin.post(`/api/v1/dashboard/${films.id}/permalink`, { dataMask })
  const filterKey = await admin.post(`/api/v1/dashboard/${films.id}/filter_state`, { value: JSON.stringify(dataMask) })
  const addresses = [`${address}?permalink_key=${permalink.json().key}`, `${address}?native_filters_key=${filterKey.json().key}`]
  await askAs(principal, await openings())
  const plain = picturesIn(await openWith(3, principal))
  for (const url of addresses) expect(Object.keys(picturesIn(await openAs(principal, url))).length, url).toBeLessThan(3)
  const filtered = (await openings()).map(({ form_data: form }) => {
    const { viz_type } = form as FormData
    const filteredForm = { ...(form as FormData), extra_form_data: mask.extraFormData }
    return readQueryContext(buildQueryContext(filteredForm, findChart(viz_type)?.buildQuery))
  })
  await askAs(principal, filtered)
  for (const url of addresses) {
    let figure: string | undefined
    const hasFigure = async () => {
      figure = Object.values(picturesIn(await openAs(principal, url))).find((svg) => textsIn(svg).includes('released to 2010'))
      return figure !== undefined
    }
    await expect.poll(hasFigure, { message: url }).toBe(true)
    expect(Object.values(plain)).not.toContain(figure)
  }
})

test('data that changed, and a chart that changed, have no picture', async () => {
  const principal = await adminPrincipal()
  await askAs(principal, await openings())
  await openWith(3, principal)
  expect((await admin.put(`/api/v1/chart/${charts[0]}`, { description: 'Changed' })).statusCode).toBe(200)
  await openWith(2, principal)
  const { datasource_id } = await ctx.db
    .selectFrom('charts')
    .select('datasource_id')
    .where('id', '=', charts[0] ?? 0)
    .executeTakeFirstOrThrow()
  await ctx.cache.forget([`dataset ${datasource_id}`])
  expect(picturesIn(await openAs(principal))).toEqual({})
})

test('a phone and a wide window have pictures of their own size', async () => {
  const principal = await adminPrincipal()
  await askAs(principal, await openings(), 1440)
  await askAs(principal, await openings(), 390)
  const widths = async (windowWidth: number) =>
    Object.values(picturesIn(await openAs(principal, address, windowWidth))).map((svg) => Number(/viewBox="0 0 (\d+)/.exec(svg)?.[1]))
  await expect.poll(async () => Math.max(...(await widths(1440)))).toBeGreaterThan(800)
  await expect.poll(() => widths(390)).toEqual([324, 324, 324])
  expect(await widths(1000)).toEqual([])
})

test('windows of different widths keep their pictures while they take turns, and none is drawn again', async () => {
  const principal = await adminPrincipal()
  const widths = [1000, 1440, 1920, 2560]
  for (const width of widths) await askAs(principal, await openings(), width)
  const draw = vi.spyOn(ctx.renderer, 'svg')
  for (const width of widths) {
    await expect.poll(async () => Object.keys(picturesIn(await openAs(principal, address, width)))).toHaveLength(3)
    await askAs(principal, await openings(), width)
  }
  expect(draw.mock.calls).toEqual([])
})

test('a window that has not named its width sees what others have drawn', async () => {
  const principal = await adminPrincipal()
  await askAs(principal, await openings(), 1920)
  await openWith(3, principal)
})

test('a chart that cannot be drawn has the others drawn once', async () => {
  const principal = await adminPrincipal()
  const svg = ctx.renderer.svg.bind(ctx.renderer)
  // As for a chart that only a browser can draw.
  const draw = vi.spyOn(ctx.renderer, 'svg').mockImplementation(async (...request) => {
    const pictures: unknown[] = JSON.parse(await svg(...request))
    return JSON.stringify(pictures.with(0, null))
  })
  for (let opening = 0; opening < 2; opening++) {
    await askAs(principal, await openings(), 1440)
    await expect.poll(async () => Object.keys(picturesIn(await openAs(principal, address, 1440)))).toHaveLength(2)
  }
  expect(draw.mock.calls).toHaveLength(1)
})

test('windows of two widths that ask for the same within seconds get pictures each', async () => {
  const principal = await adminPrincipal()
  for (const windowWidth of [1440, 390]) {
    const headers = { 'sec-ch-viewport-width': String(windowWidth) }
    for (const payload of await openings())
      expect((await admin.inject({ method: 'POST', url: '/api/v1/chart/data', payload, headers })).statusCode).toBe(200)
    await picturesDrawn(ctx)
    await expect.poll(async () => Object.keys(picturesIn(await openAs(principal, address, windowWidth)))).toHaveLength(3)
  }
})

test('there is no picture when it is switched off, for a page that opens for editing, and for other pages', async () => {
  const principal = await adminPrincipal()
  await askAs(principal, await openings())
  for (const url of [`${address}?edit=true`, `${address}?filter_set=1`, '/dashboard/list/', '/superset/dashboard/%E0%A4%A/'])
    expect(await openAs(principal, url), url).toBe('')
  await expect.poll(() => openAs(principal)).not.toBe('')
  Object.assign(ctx.config, { firstPictures: false })
  expect(await openAs(principal)).toBe('')
  Object.assign(ctx.config, { firstPictures: true })
})

test('the default values of a filter box are part of the state that a page opens with', async () => {
  const [figure = 0] = charts
  const { datasource_id } = await ctx.db.selectFrom('charts').select('datasource_id').where('id', '=', figure).executeTakeFirstOrThrow()
  const params = { viz_type: 'filter_box', filter_configs: [{ column: 'Major Genre', multiple: true }] }
  const form = { slice_name: 'Choices', viz_type: 'filter_box', datasource_id, datasource_type: 'table', params: JSON.stringify(params) }
  const box = (await admin.post('/api/v1/chart/', form)).json<{ id: number }>().id
  const part = (type: string, id: string, children: string[], meta: object = {}) => ({ [id]: { type, id, children, meta } })
  const positions = {
    DASHBOARD_VERSION_KEY: 'v2',
    ...part('ROOT', 'ROOT_ID', ['GRID_ID']),
    ...part('GRID', 'GRID_ID', ['ROW-1']),
    ...part('ROW', 'ROW-1', ['CHART-1', 'CHART-2']),
    ...part('CHART', 'CHART-1', [], { chartId: figure, width: 4, height: 30 }),
    ...part('CHART', 'CHART-2', [], { chartId: box, width: 4, height: 30 }),
  }
  const id = (await admin.post('/api/v1/dashboard/', { dashboard_title: 'Boxed' })).json<{ id: number }>().id
  const save = (metadata: object) => admin.put(`/api/v1/dashboard/${id}`, { json_metadata: JSON.stringify({ ...metadata, positions }) })
  expect((await save({})).statusCode).toBe(200)
  const principal = await adminPrincipal()
  const context = await openingQueryContext(ctx, figure, id)
  const url = `/superset/dashboard/${id}/`
  await askAs(principal, [context])
  expect(allTexts(await openWith(1, principal, url))).toContain('3,177')

  const default_filters = JSON.stringify({ [box]: { 'Major Genre': ['Western'] } })
  expect((await save({ default_filters })).statusCode).toBe(200)
  await askAs(principal, [context])
  expect(picturesIn(await openAs(principal, url))).toEqual({})
  const chosen = { extra_form_data: { filters: [{ col: 'Major Genre', op: 'IN', val: ['Western'] }] } }
  const filteredForm: FormData = { ...(context.form_data as FormData), ...chosen }
  const filtered = readQueryContext(buildQueryContext(filteredForm, findChart(filteredForm.viz_type)?.buildQuery))
  await askAs(principal, [filtered])
  const texts = allTexts(await openWith(1, principal, url))
  expect(texts.length).toBeGreaterThan(0)
  expect(texts).not.toContain('3,177')
})

/** The names of the cards that a page frames, with the columns that each spans. */
const framesIn = (page: string): Record<string, number> =>
  Object.fromEntries(
    [...page.matchAll(/<div class="card[^"]*" style="grid-column:span (\d+);[^"]*"><div class="cardHead"><div class="name">([^<]+)</g)].map(
      ([, span, name = '']) => [name, Number(span)],
    ),
  )

test('a card that a condition hides is neither drawn nor framed, and its neighbours have its place', async () => {
  const principal = await adminPrincipal()
  const stored = await ctx.db
    .selectFrom('dashboards')
    .select(['position_json', 'json_metadata'])
    .where('id', '=', films.id)
    .executeTakeFirstOrThrow()
  type Part = { children?: string[]; meta?: { chartId?: number; sliceName?: string; width?: number } }
  const position = JSON.parse(stored.position_json ?? '{}') as Record<string, Part>
  const [hiddenId = '', hidden] = Object.entries(position).find(([, { meta }]) => meta?.chartId === charts[1]) ?? []
  const row = Object.values(position).find(({ children }) => children?.includes(hiddenId))?.children ?? []
  const neighbours = row.filter((id) => id !== hiddenId).map((id) => position[id]?.meta?.sliceName ?? '')
  const { sliceName: hiddenName = '', width: freed = 0 } = hidden?.meta ?? {}
  const spanOf = (names: string[], page: string) => names.reduce((sum, name) => sum + (framesIn(page)[name] ?? 0), 0)
  const whole = await openAs(principal)
  expect(framesIn(whole)[hiddenName]).toBe(freed)
  expect(neighbours.length).toBeGreaterThan(0)

  const condition = { filterId: 'NATIVE_FILTER-1', rule: 'overlaps', values: ['2026-01-01 : 2027-01-01'] }
  Object.assign(hidden?.meta ?? {}, { chartroom_show_when: condition })
  const filter = { id: 'NATIVE_FILTER-1', type: 'NATIVE_FILTER', name: 'When', filterType: 'filter_time', targets: [{}], scope: {} }
  const json_metadata = JSON.stringify({ ...JSON.parse(stored.json_metadata ?? '{}'), native_filter_configuration: [filter] })
  const set = (fields: typeof stored) => ctx.db.updateTable('dashboards').set(fields).where('id', '=', films.id).execute()
  await set({ position_json: JSON.stringify(position), json_metadata })
  const draw = vi.spyOn(ctx.renderer, 'svg')
  await askAs(principal, await openings())
  const drawn = draw.mock.calls.flatMap(([task]) => (task.kind === 'cards' ? task.cards.map(({ viz_type }) => viz_type) : []))
  expect(drawn.toSorted()).toEqual(['big_number_total', 'pie'])
  const page = await openWith(2, principal)
  expect(framesIn(page)).not.toHaveProperty([hiddenName])
  expect(page).not.toContain(hiddenName)
  expect(spanOf(neighbours, page)).toBe(spanOf(neighbours, whole) + freed)
  const masks = "(NATIVE_FILTER-1:(extraFormData:(),filterState:(value:'2026-03-01 : 2026-04-01'),id:NATIVE_FILTER-1))"
  const shown = await openAs(principal, `${address}?native_filters=${encodeURIComponent(masks)}`)
  expect(framesIn(shown)).toEqual(framesIn(whole))
  await set(stored)
})

test('the line below the name of a card says the time grain that a filter gives its query, as the live card', async () => {
  const principal = await adminPrincipal()
  const [, bars = 0] = charts
  const stored = await ctx.db.selectFrom('dashboards').select('json_metadata').where('id', '=', films.id).executeTakeFirstOrThrow()
  const { description } = await ctx.db.selectFrom('charts').select('description').where('id', '=', bars).executeTakeFirstOrThrow()
  const set = async (fields: typeof stored, text: string | null) => {
    await ctx.db.updateTable('dashboards').set(fields).where('id', '=', films.id).execute()
    await ctx.db.updateTable('charts').set({ description: text }).where('id', '=', bars).execute()
  }
  const filter = {
    id: 'NATIVE_FILTER-1',
    type: 'NATIVE_FILTER',
    name: 'Grain',
    filterType: 'filter_timegrain',
    targets: [{ datasetId: 4 }],
    scope: { rootPath: ['ROOT_ID'], excluded: [] },
    defaultDataMask: { extraFormData: { time_grain_sqla: 'P1M' }, filterState: { value: ['P1M'] } },
  }
  await set({ json_metadata: JSON.stringify({ ...JSON.parse(stored.json_metadata ?? '{}'), native_filter_configuration: [filter] }) }, null)
  const line = (page: string) => /<div class="name">The box office[^<]*<\/div><div class="subtitle">([^<]*)/.exec(page)?.[1]
  expect(line(await openAs(principal))).toContain('per month')
  const masks = '(NATIVE_FILTER-1:(extraFormData:(time_grain_sqla:P3M),filterState:(value:!(P3M)),id:NATIVE_FILTER-1))'
  expect(line(await openAs(principal, `${address}?native_filters=${encodeURIComponent(masks)}`))).toContain('per quarter')
  await set(stored, description)
})
