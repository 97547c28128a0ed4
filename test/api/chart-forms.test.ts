import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Chart } from '#charts/chart.ts'
import type { DatasetFacts } from '#charts/control.ts'
import { charts, findChart } from '#charts/index.ts'
import { testContext as drawContext } from '#charts/shared/fixtures/test-context.ts'
import { drawStill } from '#charts/stills.ts'
import { t } from '#core/i18n/t.ts'
import type { FormData, QueryContext } from '#core/query/query-object.ts'
import { adminOf, as } from '../../src/server/testing/test-people.ts'
import type { Caller } from '../../src/server/testing/test-people.ts'
import { buildApp } from '../../src/server/app.ts'
import { houseId } from '../../src/server/house/house.ts'
import { testContext } from '../../src/server/testing/test-context.ts'
import { readAnswer } from '../../src/web/frame/data/answer.ts'
import type { QueryAnswer } from '../../src/web/frame/data/answer.ts'
import { queryKeyOf, buildChartQuery } from '#charts/query-key.ts'
import { buildStatsQuery, readColumnStats } from '../../src/web/pages/explore/data/column-stats.ts'
import type { ColumnStats } from '../../src/web/pages/explore/state/choose-fields.ts'
import { buildFirstForm } from '../../src/web/pages/explore/state/first-form.ts'
import { completeForm, validate } from '../../src/web/pages/explore/state/form.ts'
import { emptyMemory } from '../../src/web/pages/explore/state/switch/memory.ts'
import { switchViz } from '../../src/web/pages/explore/state/switch/switch-viz.ts'

const rows = Array.from({ length: 240 }, (_, i) => i)
const pick = (list: string[], i: number) => list[i % list.length] as string

/** What people upload: with times, without, numbers alone, names alone. */
const files: Record<string, string> = {
  orders: [
    'order_id,order_date,region,product,customer,quantity,amount,discount',
    ...rows.map((i) => {
      const date = new Date(Date.UTC(2024, 0, 1 + i * 3)).toISOString().slice(0, 10)
      const [region, product] = [pick(['North', 'South', 'East', 'West', 'Île-de-France'], i * 7), pick(['Tea', 'Coffee', 'Cocoa'], i)]
      return `${1000 + i},${date},${region},${product},Customer ${i % 60},${(i % 9) + 1},${((i * 37) % 500) + 0.5},${(i % 4) / 10}`
    }),
  ].join('\n'),
  stores: 'city,segment,stores\nRome,A,12\nParis,A,34\nOslo,B,90\nBonn,B,44\nLyon,C,3\nGraz,C,20\nBern,C,39\n',
  readings: `height,width\n${rows.map((i) => `${i / 7},${(i * i) % 50}`).join('\n')}\n`,
  words: 'name,kind\nash,tree\noak,tree\nmoss,plant\nfern,plant\n',
}

/** Types that a file has no columns for. */
const impossible: Record<string, string[]> = {
  stores: ['big_number'],
  readings: ['big_number'],
  words: ['big_number', 'histogram_v2'],
}

type Source = { dataset: DatasetFacts; glance: ColumnStats }
const sources: Record<string, Source> = {}
let ctx: Awaited<ReturnType<typeof testContext>>
let app: FastifyInstance
let admin: Caller

const answered = new Map<string, Promise<QueryAnswer[]>>()

const ask = async (context: QueryContext): Promise<QueryAnswer[]> => {
  const answer = await admin.inject({ method: 'POST', url: '/api/v1/chart/data', payload: context })
  if (answer.statusCode !== 200) throw new Error(answer.body)
  return readAnswer(answer.body, { durationMs: 0, timing: {}, receivedAt: 0 }).queries
}

const askOnce = (context: QueryContext): Promise<QueryAnswer[]> => {
  const key = queryKeyOf(context)
  const known = answered.get(key) ?? ask(context)
  answered.set(key, known)
  return known
}

const upload = async (name: string, text: string): Promise<Source> => {
  const part = (disposition: string, content: string) => `--cut\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${content}\r\n`
  const payload = [
    part('name="type"', 'csv'),
    part('name="table_name"', name),
    ...(text.includes('order_date') ? [part('name="column_dates"', 'order_date')] : []),
    part(`name="file"; filename="${name}.csv"`, text),
    '--cut--\r\n',
  ].join('')
  const headers = { 'content-type': 'multipart/form-data; boundary=cut' }
  const sent = await admin.inject({ method: 'POST', url: `/api/v1/database/${await houseId(ctx)}/upload/`, headers, payload })
  expect(sent.statusCode, sent.body).toBe(201)
  const filter = `(filters:!((col:table_name,opr:eq,value:${name})))`
  const { result } = (await admin.inject({ method: 'GET', url: `/api/v1/dataset/?q=${filter}` })).json<{ result: { id: number }[] }>()
  const opened = await admin.inject({ method: 'GET', url: `/api/v1/explore/?datasource_id=${result[0]?.id}&datasource_type=table` })
  const { dataset } = opened.json<{ result: { dataset: DatasetFacts } }>().result
  const [look] = await ask(buildStatsQuery(dataset, 'table'))
  return { dataset, glance: readColumnStats(dataset, look?.table) }
}

beforeAll(async () => {
  ctx = await testContext()
  app = await buildApp(ctx)
  ctx.jobs.startWorking()
  admin = await as(ctx, app, await adminOf(ctx))
  for (const [name, text] of Object.entries(files)) sources[name] = await upload(name, text)
}, 120_000)
afterAll(async () => {
  await app.close()
  await ctx.close()
})

const known = (vizType: string): Chart => {
  const chart = findChart(vizType)
  if (!chart) throw new Error(vizType)
  return chart
}

/** As explore opens a dataset for a type of chart. */
const start = (file: string, chart: Chart) => {
  const { dataset, glance } = sources[file] as Source
  const first = buildFirstForm(dataset, glance)
  const from = known(first.viz_type)
  const form = completeForm(first, from, dataset)
  return chart === from ? { form, memory: emptyMemory } : switchViz(form, chart, { dataset, glance, memory: emptyMemory, from })
}

/** What is wrong with a form: what it lacks, or how its queries fail. */
const faultOf = async (file: string, form: FormData): Promise<string | null> => {
  const { dataset } = sources[file] as Source
  const chart = known(form.viz_type)
  const lacks = Object.entries(validate(form, chart, { dataset, t }))
  if (lacks.length > 0) return lacks.map(([name, text]) => `${name} ${text}`).join(', ')
  try {
    const queries = await askOnce(buildChartQuery(form, chart))
    if (queries.some(({ table }) => table.rowCount === 0)) return 'no rows'
    const tables = queries.map(({ table }) => table)
    return drawStill(chart, tables, form, drawContext()) ? null : 'no picture'
  } catch (error) {
    return String(error)
  }
}

describe.each(Object.keys(files))('a fresh file of %s', (file) => {
  test.each(charts.map((chart) => [chart.viz_type, chart] as const))('as %s', async (vizType, chart) => {
    const fault = await faultOf(file, start(file, chart).form)
    if (impossible[file]?.includes(vizType)) expect(fault).toMatch(/This dataset has no column of (times|numbers)/)
    else expect(fault).toBeNull()
  })
})

describe.each(['orders', 'stores'])('from one type to another over %s', (file) => {
  test.each(charts.map((chart) => [chart.viz_type, chart] as const))('from %s', async (_, from) => {
    const { dataset, glance } = sources[file] as Source
    const begun = start(file, from)
    const faults: Record<string, string> = {}
    for (const chart of charts) {
      if (chart === from || impossible[file]?.includes(chart.viz_type)) continue
      const { form } = switchViz(begun.form, chart, { dataset, glance, memory: begun.memory, from })
      const fault = await faultOf(file, form)
      if (fault !== null) faults[chart.viz_type] = fault
    }
    expect(faults).toEqual({})
  })
})
