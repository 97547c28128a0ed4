import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { lexiconOf } from '#core/sql/lexicon.ts'
import { duckdbDialect } from '#engines/duckdb/dialect.ts'
import { buildApp } from '../../../app.ts'
import { adminOf, as, type Caller } from '../../../testing/test-people.ts'
import { testContext } from '../../../testing/test-context.ts'
import { makeDataset } from '../../../testing/test-records.ts'
import { readDataset } from '../read.ts'
import { chartsBrokenBy, compareColumns, filtersBrokenBy } from './compare-columns.ts'

let ctx: Awaited<ReturnType<typeof testContext>>
let app: FastifyInstance
let admin: Caller

beforeAll(async () => {
  ctx = await testContext()
  app = await buildApp(ctx)
  admin = await as(ctx, app, await adminOf(ctx))
})
afterAll(async () => {
  await app.close()
  await ctx.close()
})

const lexicon = lexiconOf(duckdbDialect.parser)
const stored = async (names: string[]) => {
  const found = await readDataset(ctx.db, await makeDataset(ctx, 'wide', ['a']))
  const [column] = found?.columns ?? []
  if (!found || !column) throw new Error('no dataset')
  return { ...found, columns: names.map((column_name) => ({ ...column, column_name })) }
}
const physical = (names: string[]) => ({
  dialect: duckdbDialect,
  columns: names.map((name) => ({ name, type: 'VARCHAR', nullable: true })),
})

test('2,000 columns with names of every kind are compared', async () => {
  const names = [...Array.from({ length: 1996 }, (_, i) => `column ${i}`), ' ', "it's", 'a"b', 'Überschuß']
  const dataset = await stored(names)
  const same = compareColumns(dataset, physical(names), lexicon)
  expect(same).toEqual({ added: [], changed: [], lost: [] })
  const { added, lost } = compareColumns(dataset, physical([...names.slice(0, -3), 'new']), lexicon)
  expect([added.map((column) => column.column_name), lost.map((column) => column.column_name)]).toEqual([
    ['new'],
    ["it's", 'a"b', 'Überschuß'],
  ])
})

describe('a chart uses a lost column', () => {
  const changes = { added: [], changed: [], lost: [{ column_name: 'price', used_by: ['total'] }] }
  test.each<[string, object, string[]]>([
    ['as a dimension', { groupby: ['price'] }, ['price']],
    ['as its time column', { granularity_sqla: 'price' }, ['price']],
    ['in a filter', { adhoc_filters: [{ expressionType: 'SIMPLE', clause: 'WHERE', subject: 'price' }] }, ['price']],
    ['in SQL', { metrics: [{ expressionType: 'SQL', sqlExpression: 'SUM("price" * 2)' }] }, ['price']],
    ['through a metric', { metrics: ['total'] }, ['total']],
    ['not in a comment or a string', { metrics: [{ expressionType: 'SQL', sqlExpression: "MAX('price') -- price" }] }, []],
    ['not in another name', { groupby: ['price_class'] }, []],
  ])('%s', (_where, form, uses) => {
    const broken = chartsBrokenBy([{ id: 1, params: JSON.stringify(form) }], changes, lexicon)
    expect(broken.flatMap((chart) => chart.uses)).toEqual(uses)
  })
})

describe('a filter of a dashboard uses a lost column', () => {
  const changes = { added: [], changed: [], lost: [{ column_name: 'price', used_by: ['total'] }] }
  const target = { datasetId: 7, column: { name: 'price' } }
  test.each<[string, object, string[]]>([
    ['as what it filters by', { targets: [target] }, ['price']],
    ['to sort its values', { targets: [{ ...target, column: { name: 'shop' } }], controlValues: { sortMetric: 'total' } }, ['total']],
    [
      'in its pre-filter',
      { targets: [{ datasetId: 7 }], adhoc_filters: [{ expressionType: 'SQL', clause: 'WHERE', sqlExpression: 'price > 1' }] },
      ['price'],
    ],
    ['not on another dataset', { targets: [{ ...target, datasetId: 8 }] }, []],
  ])('%s', (_where, filter, uses) => {
    const json_metadata = JSON.stringify({ native_filter_configuration: [{ id: 'f', name: 'Prices', ...filter }] })
    const broken = filtersBrokenBy([{ id: 3, dashboard_title: 'Shops', json_metadata }], { datasetId: 7, changes, lexicon })
    expect(broken).toEqual(uses.length ? [{ dashboard: { id: 3, title: 'Shops' }, name: 'Prices', uses }] : [])
  })
})

test('of two people who save one dataset, the second sees who was first', async () => {
  const id = await makeDataset(ctx, 'shared', ['a'])
  const etag = String((await admin.get(`/api/v1/dataset/${id}`)).headers['etag'])
  const save = (description: string) =>
    admin.inject({ method: 'PUT', url: `/api/v1/dataset/${id}`, payload: { description }, headers: { 'if-match': etag } })
  expect((await save('first')).statusCode).toBe(200)
  const second = await save('second')
  expect([second.statusCode, second.json<{ message: string }>().message]).toEqual([
    412,
    expect.stringContaining('This dataset was changed by Admin'),
  ])
  expect((await admin.get(`/api/v1/dataset/${id}`)).json()).toMatchObject({ result: { description: 'first' } })
})
