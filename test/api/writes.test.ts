import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { adminOf, as, type Caller } from '../../src/server/testing/test-people.ts'
import { buildApp } from '../../src/server/app.ts'
import { testContext } from '../../src/server/testing/test-context.ts'
import { makeThing, makeWorld, type World } from './access-matrix.things.ts'

let ctx: Awaited<ReturnType<typeof testContext>>
let app: Awaited<ReturnType<typeof buildApp>>
let admin: Caller
let adminId: number
let world: World

beforeAll(async () => {
  ctx = await testContext()
  app = await buildApp(ctx)
  adminId = await adminOf(ctx)
  admin = await as(ctx, app, adminId)
  world = await makeWorld(ctx, adminId)
})
afterAll(async () => {
  await app.close()
  await ctx.close()
})

/** Where values are kept by key, and a body that keeps `n`. */
const places = {
  'filter state': async () => {
    const { id } = await makeThing(ctx, world, 'dashboard', [adminId])
    return { path: `/api/v1/dashboard/${id}/filter_state`, body: (n: number) => ({ value: `[${n}]` }) }
  },
  'form data': async () => ({
    path: '/api/v1/explore/form_data',
    body: (n: number) => ({ datasource_id: world.gapminder, datasource_type: 'table', form_data: `[${n}]` }),
  }),
}

describe.each(Object.entries(places))('%s', (_name, at) => {
  it('without a tab id each write gets a new key, and earlier values stay', async () => {
    const { path, body } = await at()
    const first = (await admin.post(path, body(1))).json().key
    const second = (await admin.put(`${path}/${first}`, body(2))).json().key
    const third = (await admin.put(`${path}/unknown`, body(3))).json().key
    expect(new Set([first, second, third, 'unknown']).size).toBe(4)
    const kept = await Promise.all([first, second, third].map((key) => admin.get(`${path}/${key}`)))
    expect(kept.map((answer) => Object.values(answer.json()))).toEqual([['[1]'], ['[2]'], ['[3]']])
    expect((await admin.get(`${path}/unknown`)).statusCode).toBe(404)
  })

  it('a tab keeps its key regardless of the requested key', async () => {
    const { path, body } = await at()
    const key = (await admin.post(`${path}?tab_id=1`, body(1))).json().key
    const other = (await admin.post(`${path}?tab_id=2`, body(2))).json().key
    expect(other).not.toBe(key)
    expect((await admin.put(`${path}/${key}?tab_id=1`, body(3))).json()).toEqual({ key })
    expect((await admin.put(`${path}/${other}?tab_id=1`, body(4))).json()).toEqual({ key })
    expect(Object.values((await admin.get(`${path}/${key}`)).json())).toEqual(['[4]'])
    expect(Object.values((await admin.get(`${path}/${other}`)).json())).toEqual(['[2]'])
  })
})

it.each([
  ['chart', 'chart'],
  ['dashboard', 'dashboard'],
  ['dataset', 'dataset'],
  ['cssTemplate', 'css_template'],
  ['savedQuery', 'saved_query'],
  ['theme', 'theme'],
  ['annotation', 'annotation_layer'],
  ['annotation', 'annotation_layer/{layer}/annotation'],
] as const)('a bulk deletion of a %s (%s) with a duplicate id deletes nothing', async (thing, resource) => {
  const made = await makeThing(ctx, world, thing, [adminId])
  const path = `/api/v1/${resource.replace('{layer}', String(made.layer))}/`
  const id = resource === 'annotation_layer' ? Number(made.layer) : made.id
  expect((await admin.delete(`${path}?q=!(${id},${id})`)).statusCode).toBe(404)
  expect((await admin.get(`${path}${id}`)).statusCode).toBe(200)
  if (resource === 'annotation_layer') await admin.delete(`${path}${id}/annotation/${made.id}`)
  expect((await admin.delete(`${path}?q=!(${id})`)).json()).toMatchObject({ message: expect.stringContaining('Deleted 1 ') })
})

it('the legacy save of a dataset clears missing fields, except those of its source', async () => {
  const { id } = await makeThing(ctx, world, 'dataset', [adminId])
  const written = { description: 'told', cache_timeout: 60, offset: 3, filter_select_enabled: true }
  expect((await admin.put(`/api/v1/dataset/${id}`, written)).statusCode).toBe(200)
  const before = (await admin.get(`/api/v1/dataset/${id}`)).json().result
  expect(before).toMatchObject(written)
  const { table_name, schema, sql, columns } = before
  const [column] = columns
  const data = { id, type: 'table', columns: [{ column_name: column.column_name, verbose_name: 'Shown' }] }
  const saved = await admin.inject(
    {
      method: 'POST',
      url: '/datasource/save/',
      payload: `data=${encodeURIComponent(JSON.stringify(data))}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    },
    'bearer',
  )
  expect(saved.json()).toMatchObject({ description: null, offset: 0 })
  const after = (await admin.get(`/api/v1/dataset/${id}`)).json().result
  expect(after).toMatchObject({ table_name, schema, sql, description: null, cache_timeout: null, offset: 0, filter_select_enabled: false })
  expect(after.columns).toMatchObject([
    { id: column.id, column_name: column.column_name, verbose_name: 'Shown', type: null, groupby: false },
  ])
})

it('folders can refer to existing columns and to metrics in the same request', async () => {
  const { id } = await makeThing(ctx, world, 'dataset', [adminId])
  const { columns } = (await admin.get(`/api/v1/dataset/${id}`)).json().result
  const uuid = '00000000-0000-4000-8000-0000000000aa'
  const folders = [
    { uuid: '00000000-0000-4000-8000-0000000000bb', type: 'folder', name: 'Mine', children: [{ uuid: columns[0].uuid }, { uuid }] },
  ]
  const metrics = [{ metric_name: 'total', expression: 'SUM(x)', uuid }]
  const put = (body: object) => admin.put(`/api/v1/dataset/${id}`, body)
  expect((await put({ metrics, folders })).statusCode).toBe(200)
  expect((await admin.get(`/api/v1/dataset/${id}`)).json().result.metrics).toMatchObject([{ metric_name: 'total', uuid }])
  expect((await admin.get(`/datasource/get/table/${id}/`)).json().folders).toEqual(folders)
  expect((await put({ columns: [{ column_name: 'another' }], folders })).json()).toEqual({
    message: { folders: [`Invalid UUID: ${columns[0].uuid}`] },
  })
})

it('a changed database answers with what was sent, without secrets and without the parameters of a form that its engine does not have', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'chartroom-test-'))
  const file = join(folder, 'empty.sqlite')
  writeFileSync(file, '')
  const made = await admin.post('/api/v1/database/', { database_name: 'A file', sqlalchemy_uri: `sqlite:///${file}` })
  const sent = { engine: 'sqlite', driver: 'x', parameters: {}, masked_encrypted_extra: '{"token": "hush"}' }
  expect((await admin.put(`/api/v1/database/${made.json().id}`, sent)).json().result).toEqual({
    configuration_method: 'sqlalchemy_form',
    sqlalchemy_uri: `sqlite:///${file}`,
    masked_encrypted_extra: '{"token":"XXXXXXXXXX"}',
  })
  rmSync(folder, { recursive: true })
})

it('a role answers with its name, whether it was changed or not', async () => {
  const { id } = (await admin.post('/api/v1/security/roles/', { name: 'Analysts' })).json()
  const put = async (body: object) => (await admin.put(`/api/v1/security/roles/${id}`, body)).json()
  expect(await put({})).toEqual({ result: { name: 'Analysts' } })
  expect(await put({ name: 'Readers' })).toEqual({ result: { name: 'Readers' } })
})
