import { afterAll, beforeAll, expect, test } from 'vitest'
import { findChart } from '#charts/index.ts'
import type { FormData } from '#core/query/query-object.ts'
import { testContext } from '../testing/test-context.ts'
import { loadExamples } from '../testing/test-examples.ts'
import { examplesJob, startExamples } from './load.ts'
import { userPrincipal } from '../access/principals.ts'
import { adminOf } from '../testing/test-people.ts'

let ctx: Awaited<ReturnType<typeof testContext>>

beforeAll(async () => {
  ctx = await testContext()
  const job = await loadExamples(ctx)
  expect([job.state, job.error]).toEqual(['done', null])
})
afterAll(() => ctx.close())

const charts = () =>
  ctx.db
    .selectFrom('charts')
    .innerJoin('datasets', 'datasets.id', 'charts.datasource_id')
    .selectAll('charts')
    .select('datasets.id as dataset')
    .execute()

test('has at least ten datasets, 25 charts and four dashboards, each with its source', async () => {
  const datasets = await ctx.db.selectFrom('datasets').select(['table_name', 'description']).execute()
  expect(datasets.length).toBeGreaterThanOrEqual(10)
  expect(datasets.filter(({ description }) => !description?.includes('vega-datasets'))).toEqual([])
  expect((await charts()).length).toBeGreaterThanOrEqual(25)
  expect(await ctx.db.selectFrom('dashboards').select('slug').where('published', '=', 1).execute()).toHaveLength(4)
})

test('every chart has a known type, uses existing columns and metrics, and builds its queries', async () => {
  for (const chart of await charts()) {
    const form = JSON.parse(chart.params) as FormData
    const names = new Set<string>()
    for (const { column_name } of await ctx.db
      .selectFrom('dataset_columns')
      .select('column_name')
      .where('dataset_id', '=', chart.dataset)
      .execute())
      names.add(column_name)
    for (const { metric_name } of await ctx.db
      .selectFrom('dataset_metrics')
      .select('metric_name')
      .where('dataset_id', '=', chart.dataset)
      .execute())
      names.add(metric_name)
    const type = findChart(form.viz_type)
    expect(type, chart.slice_name).toBeDefined()
    const [query] = type?.buildQuery(form) ?? []
    const used = [...(query?.columns ?? []), ...(query?.metrics ?? [])].filter((name) => typeof name === 'string')
    expect(
      used.filter((name) => !names.has(name)),
      chart.slice_name,
    ).toEqual([])
  }
})

test('every chart occurs once in the layout of its dashboard', async () => {
  for (const dashboard of await ctx.db.selectFrom('dashboards').selectAll().execute()) {
    const layout = Object.values(
      JSON.parse(dashboard.position_json ?? '{}') as Record<string, { type?: string; meta?: { chartId?: number } }>,
    )
    const placed = layout.filter(({ type }) => type === 'CHART').map(({ meta }) => meta?.chartId)
    const linked = await ctx.db.selectFrom('dashboard_charts').select('chart_id').where('dashboard_id', '=', dashboard.id).execute()
    expect(placed.toSorted()).toEqual(linked.map(({ chart_id }) => chart_id).toSorted())
    expect(placed.length).toBeGreaterThan(5)
  }
})

test('a second start loads nothing', async () => {
  await startExamples(ctx)
  expect(await ctx.db.selectFrom('jobs').select('id').execute()).toHaveLength(1)
})

test('resumes a run that was killed half-way', async () => {
  const count = async () => ({
    charts: (await ctx.db.selectFrom('charts').select('id').execute()).length,
    dashboards: (await ctx.db.selectFrom('dashboards').select('id').execute()).length,
  })
  const before = await count()
  const { id } = await ctx.db.selectFrom('dashboards').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow()
  await ctx.db.updateTable('dashboards').set({ position_json: null, json_metadata: null }).where('id', '=', id).execute()
  await ctx.db.deleteFrom('dashboard_charts').where('dashboard_id', '=', id).execute()
  const actsFor = await userPrincipal(ctx, await adminOf(ctx), 'bearer')
  await examplesJob.run(ctx, null, {
    id: 'again',
    principal: actsFor && { kind: 'job', actsFor },
    signal: new AbortController().signal,
    progress: () => {},
  })
  expect(await count()).toEqual(before)
  const linked = await ctx.db.selectFrom('dashboard_charts').select('chart_id').where('dashboard_id', '=', id).execute()
  expect(linked.length).toBeGreaterThan(5)
})
