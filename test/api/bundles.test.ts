import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { parse, stringify } from 'yaml'
import { readObject } from '../../src/core/encoding/read-object.ts'
import { readLayout } from '../../src/core/layout/wire/read.ts'
import { asList, asRecord } from '../../src/core/query/read.ts'
import { createApp } from '../../src/server/app.ts'
import type { App } from '../../src/server/http/serve.ts'
import { testContext } from '../../src/server/testing/test-context.ts'
import { adminOf, as, makePerson, type Caller } from '../../src/server/testing/test-people.ts'
import { readProperties } from '../../src/web/pages/dashboard/data/record.ts'
import { buildSaveBody } from '../../src/web/pages/dashboard/data/save-body.ts'
import { bundleFolder, bundleNames, bytesOf, resourceOf, sendBundle } from './send-bundle.ts'

/** The recorded bundles (conformance/bundles): they load, are saved back as they came, and their older parts become newer ones. */

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

const counts = async () => {
  const count = async (table: 'databases' | 'datasets' | 'charts' | 'dashboards') =>
    (await ctx.db.selectFrom(table).select('id').where('deleted_at', 'is', null).execute()).length
  const bare = async (table: 'saved_queries' | 'themes') => (await ctx.db.selectFrom(table).select('id').execute()).length
  const owned = [await count('databases'), await count('datasets'), await count('charts'), await count('dashboards')]
  return [...owned, await bare('saved_queries'), await bare('themes')]
}

const dashboardsHere = () => ctx.db.selectFrom('dashboards').selectAll().where('deleted_at', 'is', null).execute()

describe('a recorded bundle', () => {
  it.each(bundleNames)('%s is imported, kept without overwrite, and replaced with overwrite', async (name) => {
    const resource = resourceOf(name)
    const first = await sendBundle(admin, resource, bytesOf(name))
    expect([first.statusCode, first.body]).toEqual([200, '{"message":"OK"}'])
    const made = await counts()
    const again = await sendBundle(admin, resource, bytesOf(name))
    expect(again.statusCode).toBe(resource === 'assets' ? 200 : 422)
    expect(again.statusCode === 422 ? again.body : 'already exists').toContain('already exists')
    const replaced = await sendBundle(admin, resource, bytesOf(name), { overwrite: 'true' })
    expect([replaced.statusCode, replaced.body]).toEqual([200, '{"message":"OK"}'])
    expect(await counts()).toEqual(made)
  })

  it('whose map of several charts names their ids gets those that they have here', async () => {
    const made = await admin.post('/api/v1/dashboard/', { dashboard_title: 'Takes an id' })
    expect(made.statusCode).toBe(201)
    await sendBundle(admin, 'dashboard', bytesOf('6.1-dashboard-gallery.zip'), { overwrite: 'true' })
    const charts = await ctx.db.selectFrom('charts').select(['id', 'viz_type', 'slice_name', 'params']).execute()
    const layered = charts.find(({ viz_type }) => viz_type === 'deck_multi')
    const ids = (JSON.parse(layered?.params ?? '{}') as { deck_slices: number[] }).deck_slices
    expect(ids.map((id) => charts.find((chart) => chart.id === id)?.slice_name)).toEqual(['Airports (points)', 'Busy routes (arcs)'])
  })

  it('whose chart has layers of annotations and charts of another server keeps formulas alone, and what the chart already has here', async () => {
    const files = unzipSync(bytesOf('6.1-chart-line.zip'))
    const path = Object.keys(files).find((name) => name.includes('/charts/')) ?? ''
    const file = parse(strFromU8(files[path] ?? new Uint8Array())) as { uuid: string; params: Record<string, unknown> }
    const formula = { annotationType: 'FORMULA', name: 'Doubled', value: '2 * x' }
    const events = { annotationType: 'EVENT', sourceType: 'NATIVE', name: 'Releases', value: 1 }
    const line = { annotationType: 'TIME_SERIES', sourceType: 'line', name: 'Other', value: 7 }
    const bundle = (annotation_layers: unknown) =>
      zipSync({ ...files, [path]: strToU8(stringify({ ...file, params: { ...file.params, annotation_layers } })) })
    const stored = () => ctx.db.selectFrom('charts').select(['id', 'params', 'query_context']).where('uuid', '=', file.uuid)
    const layersAfter = async (layers: unknown) => {
      expect((await sendBundle(admin, 'chart', bundle(layers), { overwrite: 'true' })).statusCode).toBe(200)
      return readObject((await stored().executeTakeFirstOrThrow()).params)['annotation_layers']
    }
    expect(await layersAfter([formula, events, line])).toEqual([formula])
    expect(await layersAfter(undefined)).toBeUndefined()
    const { id, params } = await stored().executeTakeFirstOrThrow()
    const changed = JSON.stringify({ ...readObject(params), annotation_layers: [events] })
    expect((await admin.put(`/api/v1/chart/${id}`, { params: changed })).statusCode).toBe(200)
    expect(await layersAfter([line, formula, events])).toEqual([formula, events])
  })

  it('whose database has the name of another one here is refused', async () => {
    await sendBundle(admin, 'database', bytesOf('6.1-database.zip'))
    const [first] = await ctx.db.selectFrom('databases').selectAll().where('is_house', '=', 0).execute()
    if (!first) throw new Error('There is no database')
    const { id: _id, ...settings } = first
    await ctx.db.updateTable('databases').set({ database_name: 'renamed' }).where('id', '=', first.id).execute()
    await ctx.db
      .insertInto('databases')
      .values({ ...settings, uuid: crypto.randomUUID() })
      .execute()
    const answer = await sendBundle(admin, 'database', bytesOf('6.1-database.zip'), { overwrite: 'true' })
    expect([answer.statusCode, answer.body]).toEqual([422, expect.stringContaining('A database with the same name already exists.')])
  })

  it.each([
    ['6.1-assets.zip', '3.0-assets.zip'],
    ['3.0-assets.zip', '6.1-assets.zip'],
    ['3.0-datasets.zip', '6.1-charts.zip'],
  ])('%s and then %s share databases and datasets by name', async (first, second) => {
    expect((await sendBundle(admin, resourceOf(first), bytesOf(first))).statusCode).toBe(200)
    const before = await ctx.db.selectFrom('databases').select('id').where('database_name', '=', 'pg').execute()
    const answer = await sendBundle(admin, resourceOf(second), bytesOf(second))
    expect([answer.statusCode, answer.body]).toEqual([200, '{"message":"OK"}'])
    expect(await ctx.db.selectFrom('databases').select('id').where('database_name', '=', 'pg').execute()).toEqual(before)
    const places = await ctx.db.selectFrom('datasets').select(['database_id', 'schema', 'table_name']).execute()
    expect(new Set(places.map((place) => JSON.stringify(place))).size).toBe(places.length)
  })
})

/** Saves a dashboard as its page does, nothing changed. */
const saveBack = async (id: number) => {
  const { result } = (await admin.get(`/api/v1/dashboard/${id}`)).json() as { result: Parameters<typeof readProperties>[0] }
  const layout = readLayout(readObject(result.position_json ?? null))
  const answer = await admin.put(`/api/v1/dashboard/${id}`, buildSaveBody({ layout, properties: readProperties(result) }))
  expect(answer.statusCode, answer.body).toBe(200)
}

/** The order of chart ids in lists of what a scope reaches says nothing. */
const sortedReach = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sortedReach)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, key.endsWith('InScope') ? asList(item).map(String).toSorted() : sortedReach(item)]),
  )
}

describe('an imported dashboard', () => {
  const withDashboards = bundleNames.filter((name) => /dashboard|assets/.test(name))

  it.each(withDashboards)('of %s is saved unchanged', async (name) => {
    await sendBundle(admin, resourceOf(name), bytesOf(name))
    const before = await dashboardsHere()
    expect(before.length).toBeGreaterThan(0)
    for (const { id } of before) await saveBack(id)
    for (const [i, row] of (await dashboardsHere()).entries()) {
      const [old, now] = [readObject(before[i]?.position_json ?? null), readObject(row.position_json)]
      expect(now).toEqual(old)
      const [oldMetadata, metadata] = [readObject(before[i]?.json_metadata ?? null), readObject(row.json_metadata)]
      expect(sortedReach(metadata)).toMatchObject(
        sortedReach({ ...oldMetadata, shared_label_colors: metadata['shared_label_colors'] }) as object,
      )
      const texts = ({ dashboard_title, slug, css, description, certified_by, certification_details, published }: typeof row) =>
        [dashboard_title, slug, css, description, certified_by, certification_details, published].map((value) => value || null)
      expect(texts(row)).toEqual(before[i] && texts(before[i]))
    }
  })

  it.each(withDashboards)('of %s refers to existing charts and datasets only', async (name) => {
    await sendBundle(admin, resourceOf(name), bytesOf(name))
    const charts = new Set((await ctx.db.selectFrom('charts').select('id').execute()).map(({ id }) => id))
    const datasets = new Set((await ctx.db.selectFrom('datasets').select('id').execute()).map(({ id }) => id))
    for (const row of await dashboardsHere()) {
      const [position, metadata] = [readObject(row.position_json), readObject(row.json_metadata)]
      const placed = Object.values(position).flatMap((item) =>
        asRecord(item)['type'] === 'CHART' ? [asRecord(asRecord(item)['meta'])] : [],
      )
      for (const { chartId, uuid } of placed) {
        expect(charts).toContain(chartId)
        expect(uuid).toBe((await ctx.db.selectFrom('charts').select('uuid').where('id', '=', Number(chartId)).executeTakeFirst())?.uuid)
      }
      const filters = asList(metadata['native_filter_configuration']).map(asRecord)
      for (const target of filters.flatMap(({ targets }) => asList(targets).map(asRecord)))
        if (target['column']) expect(datasets).toContain(target['datasetId'])
      const named = JSON.stringify(metadata).matchAll(/"(?:chartsInScope|excluded|timed_refresh_immune_slices)":\[([\d,]*)\]/g)
      for (const [, ids = ''] of named) for (const id of ids.split(',').filter(Boolean)) expect(charts).toContain(Number(id))
      for (const id of Object.keys(asRecord(metadata['chart_configuration']))) expect(charts).toContain(Number(id))
    }
  })
})

type Conversions = {
  dashboards: { title: string; metadata_after: Record<string, unknown>; published_after: boolean; slug_after: string | null }[]
}
const conversions = JSON.parse(readFileSync(join(bundleFolder, '3.0-to-6.1-conversions.json'), 'utf8')) as Conversions

describe('legacy parts are converted', () => {
  it('filter boxes become native filters with their defaults', async () => {
    await sendBundle(admin, 'dashboard', bytesOf('3.0-dashboard-legacy.zip'))
    const [row] = await dashboardsHere()
    const [recorded] = conversions.dashboards
    const metadata = readObject(row?.json_metadata ?? null)
    const comparable = (filter: unknown) => {
      const { filterType, name, controlValues, defaultDataMask, sortMetric } = asRecord(filter)
      return { filterType, name, controlValues: controlValues ?? {}, defaultDataMask, sortMetric }
    }
    const filters = asList(metadata['native_filter_configuration'])
    expect(filters.map(comparable)).toEqual(asList(recorded?.metadata_after['native_filter_configuration']).map(comparable))
    expect(metadata).not.toHaveProperty('default_filters')
    expect(metadata).not.toHaveProperty('filter_scopes')
    expect([row?.published, row?.slug]).toEqual([0, recorded?.slug_after])
    expect(await ctx.db.selectFrom('charts').select('id').where('viz_type', '=', 'filter_box').execute()).toEqual([])
  })
})

/** The files of a bundle, and one of its charts a second time under another name. */
const twins = (name: string): Record<string, string> => {
  const files = Object.entries(unzipSync(bytesOf(name))).map(
    ([path, bytes]) => [path.slice(path.indexOf('/') + 1), strFromU8(bytes)] as const,
  )
  const [path = '', chart = ''] = files.find(([each]) => each.startsWith('charts/')) ?? []
  return { ...Object.fromEntries(files), [path.replace('.yaml', '_2.yaml')]: chart.replace(/^slice_name: .*$/m, 'slice_name: twin') }
}

/** A dashboard bundle with what recorded ones lack: parts and settings of newer versions, references to what is gone, tabs in tabs. */
const unusual = () => {
  const files = Object.entries(unzipSync(bytesOf('6.1-dashboard-overview.zip')))
  const [path = ''] = files.find(([name]) => name.includes('/dashboards/')) ?? []
  const stored = parse(strFromU8(Object.fromEntries(files)[path] ?? new Uint8Array())) as {
    position: Record<string, { id?: string; children?: string[]; parents?: string[]; meta?: Record<string, unknown> }>
    metadata: Record<string, unknown>
  }
  const { position, metadata } = stored
  const tabs = Array.from({ length: 4 }, (_, i) => [
    [`TABS-${i}`, { id: `TABS-${i}`, type: 'TABS', children: [`TAB-${i}`], meta: {} }] as const,
    [`TAB-${i}`, { id: `TAB-${i}`, type: 'TAB', children: [i < 3 ? `TABS-${i + 1}` : 'ROW-deep'], meta: { text: `Level ${i}` } }] as const,
  ]).flat()
  const row = { id: 'ROW-deep', type: 'ROW', children: ['ALIEN-1', 'MARKDOWN-deep'], meta: { background: 'BACKGROUND_WHITE' } }
  const deep = { id: 'MARKDOWN-deep', type: 'MARKDOWN', children: [], meta: { width: 4, height: 20, code: 'Deep', own: [1] } }
  const alien = { id: 'ALIEN-1', type: 'ALIEN', children: [], meta: { width: 3, height: 10, kept: { a: 1 } } }
  const first = Object.values(position).find((item) => item.id?.startsWith('TAB-') && (item.children ?? []).length > 0)
  Object.assign(first ?? {}, { children: [...(first?.children ?? []), 'TABS-0'] })
  const filters = asList(metadata['native_filter_configuration']).map(asRecord)
  const gone = { id: 'NATIVE_FILTER-gone', type: 'NATIVE_FILTER', filterType: 'filter_select', name: 'Gone', from_newer: true }
  const targets = [{ datasetUuid: '11111111-0000-4000-8000-00000000dead', column: { name: 'x' } }]
  const added = {
    ...gone,
    targets,
    scope: { rootPath: ['ROOT_ID'], excluded: [] },
    cascadeParentIds: [filters[0]?.['id'], 'no-such-filter'],
  }
  const dashboard = {
    ...stored,
    position: { ...position, ...Object.fromEntries(tabs), 'ROW-deep': row, 'MARKDOWN-deep': deep, 'ALIEN-1': alien },
    metadata: { ...metadata, from_newer: { a: [1] }, native_filter_configuration: [...filters, added] },
  }
  return zipSync({ ...Object.fromEntries(files), [path]: strToU8(stringify(dashboard)) })
}

it('parts and settings of newer versions, and tabs in tabs in tabs in tabs, are imported and saved back as they came', async () => {
  const answer = await sendBundle(admin, 'dashboard', unusual())
  expect([answer.statusCode, answer.body]).toEqual([200, '{"message":"OK"}'])
  const [before] = await dashboardsHere()
  await saveBack(before?.id ?? 0)
  const [now] = await dashboardsHere()
  const [position, metadata] = [readObject(now?.position_json ?? null), readObject(now?.json_metadata ?? null)]
  expect(position['ALIEN-1']).toMatchObject({ type: 'ALIEN', meta: { width: 3, height: 10, kept: { a: 1 } } })
  expect(position['MARKDOWN-deep']).toMatchObject({ meta: { code: 'Deep', own: [1] } })
  expect(asRecord(position['MARKDOWN-deep'])['parents']).toEqual(expect.arrayContaining(['TAB-0', 'TAB-1', 'TAB-2', 'TAB-3']))
  expect(metadata['from_newer']).toEqual({ a: [1] })
  const kept = asList(metadata['native_filter_configuration']).map(asRecord)
  expect(kept.find(({ id }) => id === 'NATIVE_FILTER-gone')).toMatchObject({ from_newer: true, name: 'Gone' })
  const again = readObject(before?.position_json ?? null)
  expect(Object.keys(position).toSorted()).toEqual(Object.keys(again).toSorted())
})

describe('an import is rejected', () => {
  const bundle = (files: Record<string, string>) =>
    zipSync(Object.fromEntries(Object.entries(files).map(([name, content]) => [`x/${name}`, strToU8(content)])))

  it('as a whole if a part of it cannot be written', async () => {
    const before = await counts()
    const answer = await sendBundle(
      admin,
      'chart',
      bundle({
        'metadata.yaml': 'version: 1.0.0\ntype: Slice\n',
        'databases/a.yaml':
          'database_name: a\nsqlalchemy_uri: postgresql://h/d\nuuid: 11111111-0000-4000-8000-000000000001\nversion: 1.0.0\n',
        'charts/a.yaml':
          'slice_name: a\nviz_type: table\nuuid: 11111111-0000-4000-8000-000000000002\nversion: 1.0.0\ndataset_uuid: 11111111-0000-4000-8000-000000000003\n',
      }),
    )
    expect(answer.statusCode).toBe(422)
    expect(answer.body).toContain('charts/a.yaml')
    expect(await counts()).toEqual(before)
  })

  const chartYaml = (uuid: string, name: string) =>
    `slice_name: ${name}\nviz_type: table\nuuid: ${uuid}\nversion: 1.0.0\ndataset_uuid: ${uuid}\n`
  const sliceMetadata = 'version: 1.0.0\ntype: Slice\n'
  const someUuid = '11111111-0000-4000-8000-000000000002'

  it.each<[string, string, Record<string, string>]>([
    ['with names that lead out of a folder', 'chart', { 'metadata.yaml': sliceMetadata, '../../charts/a.yaml': chartYaml(someUuid, 'a') }],
    ['with names that start at the root', 'chart', { 'metadata.yaml': sliceMetadata, '/etc/charts/a.yaml': chartYaml(someUuid, 'a') }],
    [
      'with a name of 100,000 letters',
      'chart',
      { 'metadata.yaml': sliceMetadata, 'charts/a.yaml': chartYaml(someUuid, 'a'.repeat(100_000)) },
    ],
    ['with two charts of one uuid', 'chart', twins('6.1-chart-line.zip')],
    ['whose version is unknown', 'chart', { 'metadata.yaml': 'version: 9.0.0\ntype: Slice\n', 'charts/a.yaml': chartYaml(someUuid, 'a') }],
    ['whose name is one of JavaScript', 'chart', { 'metadata.yaml': sliceMetadata, '__proto__/charts/a.yaml': chartYaml(someUuid, 'a') }],
    [
      'that is YAML without end',
      'chart',
      {
        'metadata.yaml': sliceMetadata,
        'charts/a.yaml': `a: &a [${'x,'.repeat(9)}x]\n${Array.from({ length: 200 }, (_, i) => `b${i}: *a`).join('\n')}`,
      },
    ],
  ])('%s, without an error of the server', async (_case, resource, files) => {
    const before = await counts()
    const answer = await sendBundle(admin, resource, bundle(files))
    expect([400, 422], answer.body).toContain(answer.statusCode)
    expect(await counts()).toEqual(before)
  })

  it.each<[string, Record<string, string>]>([
    ['with a file of 5 MB', { 'metadata.yaml': sliceMetadata, 'charts/a.yaml': ' '.repeat(5 << 20) }],
    [
      'with 33 MB in all',
      {
        'metadata.yaml': sliceMetadata,
        ...Object.fromEntries(Array.from({ length: 11 }, (_, i) => [`charts/${i}.yaml`, ' '.repeat(3 << 20)])),
      },
    ],
    [
      'with ten thousand files',
      { 'metadata.yaml': sliceMetadata, ...Object.fromEntries(Array.from({ length: 10_000 }, (_, i) => [`charts/${i}.yaml`, 'a: 1'])) },
    ],
  ])('%s, before it is unpacked', async (_case, files) => {
    const packed = bundle(files)
    expect(packed.length).toBeLessThan(3 << 20)
    expect((await sendBundle(admin, 'chart', packed)).statusCode).toBe(413)
  })

  it.each([
    ['a function', '!!js/function "function () { return process.env }"\n'],
    ['a prototype', '__proto__: {polluted: 1}\n<<: {__proto__: {polluted: 1}}\nuuid: x\n'],
    ['lists ten thousand deep', `a: ${'['.repeat(10_000)}\n`],
    ['a key twice', 'uuid: a\nuuid: b\n'],
    ['bytes that are no text', '\u0000\u0001'],
  ])('whose YAML has %s', async (_what, content) => {
    const answer = await sendBundle(admin, 'chart', bundle({ 'metadata.yaml': sliceMetadata, 'charts/a.yaml': content }))
    expect([400, 422], answer.body).toContain(answer.statusCode)
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
  })

  it('for databases if the user may only write charts, and for objects of others', async () => {
    const gamma = await as(ctx, app.server, await makePerson(ctx, 'gamma', ['Gamma'], [['can_write', 'Dashboard']]))
    expect((await sendBundle(gamma, 'chart', bytesOf('6.1-chart-line.zip'))).statusCode).toBe(403)
    expect((await sendBundle(admin, 'dashboard', bytesOf('6.1-dashboard-overview.zip'))).statusCode).toBe(200)
    const before = await dashboardsHere()
    expect((await sendBundle(gamma, 'dashboard', bytesOf('6.1-dashboard-overview.zip'), { overwrite: 'true' })).statusCode).toBe(403)
    expect(await dashboardsHere()).toEqual(before)
  })

  it('never for deleted objects, which are created again', async () => {
    await sendBundle(admin, 'dashboard', bytesOf('6.1-dashboard-overview.zip'))
    const [old] = await dashboardsHere()
    await admin.delete(`/api/v1/dashboard/${old?.id}`)
    expect((await sendBundle(admin, 'dashboard', bytesOf('6.1-dashboard-overview.zip'))).statusCode).toBe(200)
    const [made] = await dashboardsHere()
    expect([made?.uuid, made?.id === old?.id]).toEqual([old?.uuid, false])
  })
})
