import { QueryClient } from '@tanstack/react-query'
import { expect, expectTypeOf, test } from 'vitest'
import { chartGet, type chartList } from '#api/chart.ts'
import { dashboardGet } from '#api/dashboard.ts'
import type { ColumnOf } from '#api/declare/route.ts'
import { databaseTables } from '#api/database-catalogue.ts'
import {
  routeQuery,
  charts,
  dashboards,
  databases,
  datasets,
  draftKey,
  markChanged,
  markStarred,
  viewKey,
  type Changed,
} from './resources.ts'
import { databasesByName } from './wire/whole-lists.ts'

const keys = {
  'list of charts': charts.list({ columns: ['id', 'slice_name'] }).queryKey,
  'count of charts': charts.count().queryKey,
  'chart 1': routeQuery(chartGet, { params: { idOrName: '1' } }).queryKey,
  'chart 2': routeQuery(chartGet, { params: { idOrName: '2' } }).queryKey,
  'starred charts': charts.stars([1, 2]).queryKey,
  'form of chart 1': draftKey('chart', 1),
  'list of dashboards': dashboards.list({ columns: ['id'] }).queryKey,
  'dashboard "sales"': routeQuery(dashboardGet, { params: { idOrName: 'sales' } }).queryKey,
  'dashboard 1': routeQuery(dashboardGet, { params: { idOrName: '1' } }).queryKey,
  'list of datasets': datasets.list({ columns: ['id'] }).queryKey,
  'list of databases': databases.list({ columns: ['id'] }).queryKey,
  'all databases': databasesByName.queryKey,
  'tables of database 1': routeQuery(databaseTables, { params: { pk: 1 }, q: { schema_name: 'main' } }).queryKey,
  'tables of database 2': routeQuery(databaseTables, { params: { pk: 2 }, q: { schema_name: 'main' } }).queryKey,
  home: viewKey(['chart', 'dashboard'], 'home', 'mine'),
  'chart data': ['chart-data', 'a question'],
}

const stale = async (mark: (client: QueryClient) => Promise<void>) => {
  const client = new QueryClient()
  for (const key of Object.values(keys)) client.setQueryData(key, {})
  await mark(client)
  return Object.entries(keys).flatMap(([name, key]) => (client.getQueryState(key)?.isInvalidated ? [name] : []))
}

test.each<[string, Changed, string[]]>([
  ['a chart', { kind: 'chart', id: 1 }, ['list of charts', 'count of charts', 'chart 1', 'home']],
  ['any chart', { kind: 'chart' }, ['list of charts', 'count of charts', 'chart 1', 'chart 2', 'home']],
  ['a dashboard', { kind: 'dashboard', id: 2 }, ['list of charts', 'count of charts', 'list of dashboards', 'dashboard "sales"', 'home']],
  ['a dataset', { kind: 'dataset', id: 1 }, ['list of charts', 'count of charts', 'list of datasets']],
  ['a database', { kind: 'database', id: 1 }, ['list of datasets', 'list of databases', 'all databases', 'tables of database 1']],
])('a change of %s invalidates the queries that show it', async (_name, changed, expected) => {
  expect(await stale((client) => markChanged(client, changed))).toEqual(expected)
})

test('a star invalidates the queries that show stars', async () => {
  expect(await stale((client) => markStarred(client, 'chart'))).toEqual(['starred charts', 'home'])
})

test('the type of rows has the requested columns only', () => {
  const { queryFn } = charts.list({ columns: ['id', 'owners.first_name'] })
  expectTypeOf<Awaited<ReturnType<typeof queryFn>>['result'][number]>().toHaveProperty('owners')
  expectTypeOf<Awaited<ReturnType<typeof queryFn>>['result'][number]>().not.toHaveProperty('slice_name')
  expectTypeOf<'slice_title'>().not.toExtend<ColumnOf<typeof chartList>>()
})
