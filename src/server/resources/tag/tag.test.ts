import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { adminOf, as, makePerson, type Caller } from '../../testing/test-people.ts'
import { buildApp } from '../../app.ts'
import { makeDataset } from '../../testing/test-records.ts'
import { testContext } from '../../testing/test-context.ts'

let ctx: Awaited<ReturnType<typeof testContext>>
let app: FastifyInstance
let admin: Caller
let gamma: Caller
/** Gamma sees the dashboard, and not the chart. */
let chart: number
let dashboard: number

beforeAll(async () => {
  ctx = await testContext()
  app = await buildApp(ctx)
  admin = await as(ctx, app, await adminOf(ctx))
  gamma = await as(ctx, app, await makePerson(ctx, 'gamma', ['Gamma']))
  const datasource_id = await makeDataset(ctx, 'sales', ['amount'])
  const slice = { slice_name: 'Sales', viz_type: 'table', datasource_id, datasource_type: 'table' }
  chart = (await admin.post('/api/v1/chart/', slice)).json<{ id: number }>().id
  const shown = { dashboard_title: 'Overview', published: true, owners: [admin.id, gamma.id] }
  dashboard = (await admin.post('/api/v1/dashboard/', shown)).json<{ id: number }>().id
})
afterAll(async () => {
  await app.close()
  await ctx.close()
})

const tags = '/api/v1/tag/'
let next = 0
const make = async (objects: [string, number][] = []): Promise<{ id: number; name: string }> => {
  const name = `tag ${next++}`
  expect((await admin.post(tags, { name, objects_to_tag: objects })).statusCode).toBe(201)
  return ctx.db.selectFrom('tags').select(['id', 'name']).where('name', '=', name).executeTakeFirstOrThrow()
}
const both = (): [string, number][] => [
  ['chart', chart],
  ['dashboard', dashboard],
]
const objectsOf = async (who: Caller, query: string) =>
  (await who.get(`${tags}get_objects/?${query}`))
    .json<{ result: { type: string; name: string }[] }>()
    .result.map(({ type, name }) => `${type} ${name}`)
const bearers = (id: number) => objectsOf(admin, `tagIds=${id}`)

describe('a tag', () => {
  it('can be on objects of several kinds, of which it lists those that the reader sees', async () => {
    const { id, name } = await make(both())
    expect(await bearers(id)).toEqual(['dashboard Overview', 'chart Sales'])
    expect(await objectsOf(gamma, `tagIds=${id}`)).toEqual(['dashboard Overview'])
    expect(await objectsOf(admin, `tags=nothing,${name}&types=chart`)).toEqual(['chart Sales'])
    const [found] = (await admin.get(`${tags}get_objects/?tagIds=${id}`)).json<{ result: object[] }>().result
    expect(JSON.stringify(found)).not.toMatch(/password|email/)
  })

  it('creating it again returns the same tag and keeps its objects', async () => {
    const { id, name } = await make([['chart', chart]])
    const again = { name: ` ${name} `, description: 'told', objects_to_tag: [['dashboard', dashboard]] }
    expect((await admin.post(tags, again)).statusCode).toBe(201)
    expect(await bearers(id)).toEqual(['dashboard Overview', 'chart Sales'])
    expect((await admin.get(`${tags}${id}`)).json()).toMatchObject({ result: { name, description: 'told', type: 1 } })
  })

  it('needs a unique name; its objects are replaced only if they are sent', async () => {
    const [{ id }, other] = [await make(both()), await make()]
    expect((await admin.put(`${tags}${id}`, { name: other.name })).json()).toEqual({ message: { name: ['Name must be unique'] } })
    expect((await admin.put(`${tags}${id}`, { name: `new ${id}` })).statusCode).toBe(200)
    expect(await bearers(id)).toHaveLength(2)
    expect((await admin.put(`${tags}${id}`, { name: `new ${id}`, objects_to_tag: [['chart', chart]] })).statusCode).toBe(200)
    expect(await bearers(id)).toEqual(['chart Sales'])
  })

  it.each<[object: unknown, complaint: unknown]>([
    [['chart'], ['Length must be 2.']],
    [['chart', 1, 2], ['Length must be 2.']],
    [['foo', 1], { 0: ['Must be one of: chart, dashboard, dataset.'] }],
    [[null, 1], { 0: ['Field may not be null.'] }],
    [5, ['Not a valid tuple.']],
  ])('cannot be put on %j', async (object, complaint) => {
    const answer = await admin.post(tags, { name: 'on nothing', objects_to_tag: [object] })
    expect([answer.statusCode, answer.json()]).toEqual([400, { message: { objects_to_tag: { 0: complaint } } }])
  })

  it('stays on objects that its writer does not see, and cannot be added to them', async () => {
    const { id, name } = await make(both())
    expect((await gamma.put(`${tags}${id}`, { name, objects_to_tag: [] })).statusCode).toBe(200)
    expect(await bearers(id)).toEqual(['chart Sales'])
    const hidden = { name: 'hidden', objects_to_tag: [['chart', chart]] }
    expect((await gamma.post(tags, hidden)).statusCode).toBe(422)
    expect((await gamma.post(`${tags}bulk_create`, { tags: [hidden] })).json()).toEqual({
      result: { objects_tagged: [], objects_skipped: [['chart', chart]] },
    })
    expect((await gamma.delete(`${tags}2/${chart}/${name}/`)).statusCode).toBe(422)
    expect(await bearers(id)).toEqual(['chart Sales'])
  })

  it('that is implicit cannot be created, renamed, added or deleted', async () => {
    const found = (await admin.get(`${tags}?q=(filters:!((col:type,opr:custom_tag,value:!f)))`)).json<{
      result: { id: number; name: string; type: number }[]
    }>()
    const owner = found.result.find(({ name }) => name === `owner:${admin.id}`)
    expect(owner?.type).toBe(3)
    expect((await admin.post(tags, { name: ' owner:77 ' })).statusCode).toBe(422)
    expect((await admin.post(`${tags}2/${chart}/`, { properties: { tags: [`owner:${gamma.id}`] } })).statusCode).toBe(422)
    expect((await admin.put(`${tags}${owner?.id}`, { name: 'mine' })).statusCode).toBe(422)
    expect((await admin.delete(`${tags}${owner?.id}`)).statusCode).toBe(422)
    expect((await admin.delete(`${tags}?q=!('${owner?.name}')`)).statusCode).toBe(422)
    expect((await admin.delete(`${tags}2/${chart}/${owner?.name}/`)).statusCode).toBe(422)
    expect(await objectsOf(admin, `tags=${owner?.name}&types=chart`)).toEqual(['chart Sales'])
  })

  it('is deleted with its links and favourites', async () => {
    const { id, name } = await make(both())
    expect((await admin.post(`${tags}${id}/favorites/`)).json()).toEqual({ result: 'OK' })
    expect((await admin.delete(`${tags}?q=!('${name}','${name} no')`)).statusCode).toBe(422)
    expect((await admin.delete(`${tags}?q=!()`)).json()).toEqual({ message: 'Deleted 0 tags' })
    expect((await admin.delete(`${tags}?q=!('${name}')`)).json()).toEqual({ message: 'Deleted 1 tags' })
    expect(await ctx.db.selectFrom('tagged').selectAll().where('tag_id', '=', id).execute()).toEqual([])
    expect(await ctx.db.selectFrom('favorites').selectAll().where('kind', '=', 'tag').execute()).toEqual([])
    expect((await admin.delete(`${tags}${id}`)).statusCode).toBe(404)
  })
})

describe('a chart and a dashboard', () => {
  type Shown = { id: number; name: string; type: number }
  const allTags = async (path: string) => (await admin.get(path)).json<{ result: { tags: Shown[] } }>().result.tags
  const shownTags = async (path: string) => (await allTags(path)).filter(({ type }) => type === 1)

  it.each(['chart', 'dashboard'] as const)('%s: has the tags of the last change that sent tags', async (kind) => {
    const [one, other] = [await make(), await make()]
    const path = `/api/v1/${kind}/${kind === 'chart' ? chart : dashboard}`
    expect((await admin.put(path, { tags: [one.id, other.id] })).statusCode).toBe(200)
    expect(await shownTags(path)).toEqual([one, other].map((tag) => ({ ...tag, type: 1 })))
    expect((await admin.put(path, { certified_by: 'x' })).statusCode).toBe(200)
    expect(await shownTags(path)).toHaveLength(2)
    expect((await admin.put(path, { tags: [other.id, 999_999] })).json()).toEqual({ message: { tags: ['Tag ID 999999 not found'] } })
    expect((await admin.put(path, { tags: [other.id] })).statusCode).toBe(200)
    expect(await shownTags(path)).toEqual([{ ...other, type: 1 }])
  })

  it.each([
    ['by id', 'chart_tag_id', ({ id }: { id: number }) => id, 1],
    ['by another id', 'chart_tag_id', ({ id }: { id: number }) => id + 1, 0],
    ['by a part of the name', 'chart_tags', ({ name }: { name: string }) => name.slice(1).toUpperCase(), 1],
    ['by another name', 'chart_tags', ({ name }: { name: string }) => `${name}x`, 0],
    ['by all of several', 'rel_m_m', ({ id }: { id: number }) => [id], 1],
  ])('are found %s', async (_how, opr, value, count) => {
    const tag = await make([['chart', chart]])
    const filters = [{ col: 'tags', opr, value: value(tag) }]
    const q = encodeURIComponent(JSON.stringify({ filters, columns: ['tags.name'] }))
    expect((await admin.get(`/api/v1/chart/?q=${q}`)).json()).toMatchObject({ count })
  })

  it('implicit tags follow owners and favourites', async () => {
    const { id } = (await admin.post('/api/v1/dashboard/', { dashboard_title: 'Followed' })).json<{ id: number }>()
    const path = `/api/v1/dashboard/${id}`
    const names = async () => (await allTags(path)).map(({ name }) => name).sort()
    const ownedBy = (who: Caller) => `owner:${who.id}`
    expect(await names()).toEqual([ownedBy(admin), 'type:dashboard'])
    await admin.put(path, { owners: [gamma.id] })
    await admin.post(`${path}/favorites/`)
    expect(await names()).toEqual([`favorited_by:${admin.id}`, ownedBy(gamma), 'type:dashboard'])
    await admin.put(path, { owners: [] })
    await admin.delete(`${path}/favorites/`)
    expect(await names()).toEqual(['type:dashboard'])
  })

  it.each([
    ['chart_tags', () => `owner:${admin.id}`],
    ['chart_tags', () => 'TYPE:CHART'],
    ['chart_tag_id', async () => (await allTags(`/api/v1/chart/${chart}`)).find(({ type }) => type === 3)?.id],
    ['rel_m_m', async () => (await allTags(`/api/v1/chart/${chart}`)).map(({ id }) => id)],
  ])('are found by implicit tags: %s', async (opr, value) => {
    const q = encodeURIComponent(JSON.stringify({ filters: [{ col: 'tags', opr, value: await value() }], columns: ['id'] }))
    expect((await admin.get(`/api/v1/chart/?q=${q}`)).json()).toMatchObject({ result: [{ id: chart }] })
  })

  it('ignore implicit tags in the list that is sent back', async () => {
    const path = `/api/v1/chart/${chart}`
    const before = await allTags(path)
    expect((await admin.put(path, { tags: before.map(({ id }) => id) })).statusCode).toBe(200)
    expect(await allTags(path)).toEqual(before)
    expect(await ctx.db.selectFrom('tagged').innerJoin('tags', 'tags.id', 'tag_id').where('type', '!=', 1).selectAll().execute()).toEqual(
      [],
    )
  })

  it('cannot be tagged by users who may not write tags', async () => {
    const reader = await as(
      ctx,
      app,
      await makePerson(
        ctx,
        'editor',
        ['None'],
        [
          ['can_write', 'Dashboard'],
          ['can_read', 'Dashboard'],
        ],
      ),
    )
    const { id } = await make()
    const made = (await reader.post('/api/v1/dashboard/', { dashboard_title: 'Mine' })).json<{ id: number }>()
    expect((await reader.put(`/api/v1/dashboard/${made.id}`, { tags: [id] })).json()).toEqual({
      message: { tags: ['You do not have permission to manage tags on dashboards'] },
    })
  })
})
