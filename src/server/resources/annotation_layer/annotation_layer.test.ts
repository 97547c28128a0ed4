import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { adminOf, as, type Caller } from '../../testing/test-people.ts'
import { buildApp } from '../../app.ts'
import { testContext } from '../../testing/test-context.ts'
import { readLayerRecords } from './store.ts'

let ctx: Awaited<ReturnType<typeof testContext>>
let app: FastifyInstance
let admin: Caller
let layers: string

beforeAll(async () => {
  ctx = await testContext()
  app = await buildApp(ctx)
  admin = await as(ctx, app, await adminOf(ctx))
  layers = '/api/v1/annotation_layer/'
})
afterAll(async () => {
  await app.close()
  await ctx.close()
})

const make = async (name: string): Promise<number> => (await admin.post(layers, { name, descr: null })).json().id
const event = { short_descr: 'Flood', start_dttm: '2024-06-02T12:00:00', end_dttm: '2024-06-03T00:00:00+02:00' }

it('returns its annotations to charts in order, with times in UTC milliseconds', async () => {
  const id = await make('Weather')
  await admin.post(`${layers}${id}/annotation/`, event)
  await admin.post(`${layers}${id}/annotation/`, {
    short_descr: 'Storm',
    start_dttm: '2024-01-01T00:00:00',
    end_dttm: '2024-01-01 00:00:00Z',
  })
  const none = { long_descr: null, json_metadata: null }
  expect(await readLayerRecords(ctx.db, id)).toEqual([
    { ...none, short_descr: 'Storm', start_dttm: Date.UTC(2024, 0, 1), end_dttm: Date.UTC(2024, 0, 1) },
    { ...none, short_descr: 'Flood', start_dttm: Date.UTC(2024, 5, 2, 12), end_dttm: Date.UTC(2024, 5, 2, 22) },
  ])
})

it('has a unique name, also after renaming', async () => {
  const [id] = [await make('Rain'), await make('Snow')]
  const rename = async (name: string, layer = id) => {
    const answer = await admin.put(`${layers}${layer}`, { name })
    return [answer.statusCode, answer.json().message]
  }
  expect(await rename('Snow')).toEqual([422, { name: ['Name must be unique'] }])
  expect(await rename('Rain')).toEqual([200, undefined])
  expect(await rename('Snow', 999_999)).toEqual([404, 'Not found'])
})

it('returns null for an unknown layer', async () => {
  expect(await readLayerRecords(ctx.db, 999)).toBeNull()
})

it.each([
  ['an end before the start', { ...event, end_dttm: '2024-06-01T00:00:00' }, 422],
  ['a time that is none', { ...event, start_dttm: '2024-99-99' }, 400],
  ['a day', { ...event, start_dttm: '2024-06-02' }, 400],
  ['a list', { ...event, start_dttm: [1] }, 400],
  ['a time of ten letters', { ...event, start_dttm: 'yesterday!' }, 400],
  ['a time without its zone finished', { ...event, start_dttm: '2024-06-02T12:00:00+2' }, 400],
  ['metadata that is no JSON', { ...event, json_metadata: '{' }, 400],
])('%s is rejected', async (_what, body, status) => {
  const id = await make(`Refusals ${JSON.stringify(body)}`)
  expect((await admin.post(`${layers}${id}/annotation/`, body)).statusCode).toBe(status)
})

it('times of an annotation are answered as in Superset: as in HTTP where they were written, without zone where they are read', async () => {
  const id = await make('Times')
  const written = (await admin.post(`${layers}${id}/annotation/`, event)).json()
  const http = { start_dttm: 'Sun, 02 Jun 2024 12:00:00 GMT', end_dttm: 'Sun, 02 Jun 2024 22:00:00 GMT' }
  expect(written.result).toEqual({ ...event, ...http, layer: id })
  const changed = await admin.put(`${layers}${id}/annotation/${written.id}`, { end_dttm: '2024-06-04 00:00:00.5' })
  expect(changed.json().result).toEqual({ end_dttm: 'Tue, 04 Jun 2024 00:00:00 GMT', layer: id })
  const read = await admin.get(`${layers}${id}/annotation/${written.id}`)
  expect(read.json().result).toMatchObject({ start_dttm: '2024-06-02T12:00:00', end_dttm: '2024-06-04T00:00:00.500000' })
})

it('annotations come without what describes their columns', async () => {
  const id = await make('Plain')
  const created: { id: number } = (await admin.post(`${layers}${id}/annotation/`, event)).json()
  const keysOf = async (path: string) => Object.keys((await admin.get(`${layers}${id}/annotation/${path}`)).json()).sort()
  expect(await keysOf('?q=(keys:!(list_columns))')).toEqual(['count', 'ids', 'result'])
  expect(await keysOf(String(created.id))).toEqual(['id', 'result'])
})

it('an annotation is only available under its layer', async () => {
  const [one, two] = [await make('One'), await make('Two')]
  const { id } = (await admin.post(`${layers}${one}/annotation/`, event)).json()
  expect((await admin.get(`${layers}${two}/annotation/${id}`)).statusCode).toBe(404)
  expect((await admin.delete(`${layers}${two}/annotation/${id}`)).statusCode).toBe(404)
  expect((await admin.delete(`${layers}${one}`)).statusCode).toBe(422)
  expect((await admin.delete(`${layers}${one}/annotation/${id}`)).statusCode).toBe(200)
  expect((await admin.delete(`${layers}${one}`)).statusCode).toBe(200)
})
