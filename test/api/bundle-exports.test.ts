import { unzipSync, strFromU8 } from 'fflate'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { convertLegacyChart } from '../../src/core/query/legacy/convert.ts'
import { asRecord } from '../../src/core/query/read.ts'
import { createApp } from '../../src/server/app.ts'
import type { App } from '../../src/server/http/serve.ts'
import { testContext } from '../../src/server/testing/test-context.ts'
import { adminOf, as, makePerson, type Caller } from '../../src/server/testing/test-people.ts'
import { bytesOf, resourceOf, sendBundle } from './send-bundle.ts'

/** Exports: what was imported leaves as it came. */

let ctx: Awaited<ReturnType<typeof testContext>>
let app: App
let admin: Caller

beforeEach(async () => {
  ctx = await testContext()
  app = await createApp(ctx)
  admin = await as(ctx, app.server, await adminOf(ctx))
})
afterEach(async () => {
  await app.server.close()
  await ctx.close()
})

type Files = Map<string, Record<string, unknown>>

/** The files of a bundle by kind and uuid: their names end in ids. */
const filesOf = (bytes: Uint8Array): Files =>
  new Map(
    Object.entries(unzipSync(bytes)).map(([name, data]) => {
      const [, folder = ''] = name.split('/')
      const content = asRecord(parse(strFromU8(data)))
      return [content['uuid'] ? `${folder} ${String(content['uuid'])}` : folder, content]
    }),
  )

const idKeys = new Set([
  'chartId',
  'chartsInScope',
  'tabsInScope',
  'excluded',
  'datasource',
  'slice_id',
  'timestamp',
  'query_context',
  'deck_slices',
])
const byChartId = new Set(['expanded_slices', 'chart_configuration', 'timed_refresh_immune_slices'])

/** In bundles of databases 6.1 writes these as text, elsewhere as mappings. */
const documents = new Set(['extra', 'template_params'])

/** Ids are others on every server, and passwords and connections are not compared. */
const withoutIds = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutIds)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, item]) => {
      if (idKeys.has(key)) return []
      if (documents.has(key) && typeof item === 'string') return [[key, withoutIds(JSON.parse(item))]]
      if (byChartId.has(key)) return [[key, Object.values(asRecord(item)).length]]
      return [[key, withoutIds(item)]]
    }),
  )
}

/** Charts of older types leave as the types that replaced them. */
const asImported = (content: Record<string, unknown>): Record<string, unknown> => {
  if (typeof content['viz_type'] !== 'string') return content
  return { ...content, ...convertLegacyChart(content['viz_type'], asRecord(content['params'])) }
}

const tables = {
  chart: 'charts',
  dashboard: 'dashboards',
  database: 'databases',
  dataset: 'datasets',
  saved_query: 'saved_queries',
  theme: 'themes',
} as const

const exported = async (name: string): Promise<Uint8Array> => {
  const resource = resourceOf(name)
  if (resource === 'assets') return (await admin.get('/api/v1/assets/export/')).rawPayload
  const uuids = [...filesOf(bytesOf(name)).values()].map(({ uuid }) => String(uuid))
  const rows = await ctx.db.selectFrom(tables[resource]).select('id').where('uuid', 'in', uuids).execute()
  const answer = await admin.get(`/api/v1/${resource}/export/?q=!(${rows.map(({ id }) => id).join(',')})`)
  expect(answer.statusCode, answer.body).toBe(200)
  expect(answer.headers['content-disposition']).toMatch(new RegExp(`^attachment; filename=${resource}_export_\\d{8}T\\d{6}\\.zip$`))
  return answer.rawPayload
}

describe('an imported bundle is exported as it came', () => {
  it.each([
    '6.1-chart-line.zip',
    '6.1-charts.zip',
    '6.1-dashboard-overview.zip',
    '6.1-dashboard-gallery.zip',
    '6.1-datasets.zip',
    '6.1-database.zip',
    '6.1-saved-query.zip',
    '6.1-themes.zip',
    '6.1-assets.zip',
  ])('%s', async (name) => {
    const sent = await sendBundle(admin, resourceOf(name), bytesOf(name))
    expect([sent.statusCode, sent.body]).toEqual([200, '{"message":"OK"}'])
    const [before, after] = [filesOf(bytesOf(name)), filesOf(await exported(name))]
    expect([...after.keys()]).toEqual(expect.arrayContaining([...before.keys()]))
    // 6.1 forgets tags in tags.yaml where a bundle has many charts.
    before.delete('tags.yaml')
    for (const [path, content] of before) expect.soft(withoutIds(after.get(path)), path).toEqual(withoutIds(asImported(content)))
  })
})

it('tags of a bundle are created with their descriptions and leave with it', async () => {
  await sendBundle(admin, 'dashboard', bytesOf('6.1-dashboard-overview.zip'))
  const tag = await ctx.db.selectFrom('tags').selectAll().where('name', '=', 'films').executeTakeFirstOrThrow()
  expect(tag).toMatchObject({ type: 1, description: 'Charts about films' })
  const linked = await ctx.db.selectFrom('tagged').select('kind').where('tag_id', '=', tag.id).execute()
  expect(linked.map(({ kind }) => kind).toSorted()).toEqual(['chart', 'chart', 'dashboard'])
  const files = filesOf(await exported('6.1-dashboard-overview.zip'))
  expect(files.get('tags.yaml')).toEqual({ tags: [{ tag_name: 'films', description: 'Charts about films' }] })
})

it('an export of what the caller does not see is not found, and reports to the page that it has begun', async () => {
  await sendBundle(admin, 'chart', bytesOf('6.1-chart-line.zip'))
  const [chart] = await ctx.db.selectFrom('charts').select('id').execute()
  const gamma = await as(ctx, app.server, await makePerson(ctx, 'gamma', ['Gamma']))
  expect((await gamma.get(`/api/v1/chart/export/?q=!(${chart?.id})`)).statusCode).toBe(404)
  const answer = await admin.get(`/api/v1/chart/export/?q=!(${chart?.id})&token=abc`)
  expect(answer.headers['set-cookie']).toContain('abc=done; Max-Age=600')
})
