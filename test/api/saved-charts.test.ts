import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { charts, findChart } from '../../src/charts/index.ts'
import type { JsonObject } from './chart-data/corpus.ts'
import { startStage, type Stage } from './chart-data/stage.ts'

/** Every saved chart of the record, run by its form data alone: no query was stored with it. */

type Saved = {
  viz_type: string
  name: string
  version: string
  dataset: string
  form_data: JsonObject
  rows: number[] | null
  data_error?: string
}
type Virtual = { table_name: string; sql: string }

const read = (name: string): unknown => JSON.parse(readFileSync(join(import.meta.dirname, '../conformance', name), 'utf8'))

const saved = read('charts.json') as Saved[]
const virtual = read('virtual-datasets.json') as Virtual[]

/** 3.0 dropped the first row of a rolling mean. */
const fewerRows = new Set(['3.0 Seattle temperature with 14-day mean'])

/** What the record's dataset has beside its SQL (bundles/6.1-datasets.zip). */
const made: Record<string, object> = {
  v_gapminder_rich: {
    calculated_columns: [{ column_name: 'decade', expression: '(year / 10) * 10', type: 'BIGINT' }],
    metrics: [
      { metric_name: 'total_population', expression: 'SUM(pop)' },
      { metric_name: 'mean_life_expectancy', expression: 'SUM(life_expect * pop) / NULLIF(SUM(pop), 0)' },
    ],
  },
}

let stage: Stage

beforeAll(async () => {
  stage = await startStage('postgres')
  await stage.prepare({ setup: virtual.map(({ table_name: name, sql }) => ({ kind: 'dataset', name, sql, ...made[name] })) } as never)
})
afterAll(() => stage.close())

const make = async ({ viz_type, name, dataset, form_data }: Saved): Promise<number> => {
  const id = stage.datasetId(dataset)
  const { slice_id: _slice, ...form } = form_data
  const body = {
    slice_name: name,
    viz_type,
    datasource_id: id,
    datasource_type: 'table',
    params: JSON.stringify({ ...form, datasource: `${id}__table` }),
  }
  return ((await stage.caller.post('/api/v1/chart/', body)).json() as { id: number }).id
}

const dataOf = async (chart: Saved) => {
  const answer = await stage.caller.get(`/api/v1/chart/${await make(chart)}/data/`)
  return { status: answer.statusCode, body: answer.json() as { message?: string; result?: { rowcount: number }[] } }
}

const titled = (list: Saved[]) => list.map((chart) => [`${chart.version} ${chart.viz_type}: ${chart.name}`, chart] as const)

describe('a saved chart without query context', () => {
  it.each(titled(saved.filter(({ viz_type }) => findChart(viz_type))))('%s', async (_, chart) => {
    const { status, body } = await dataOf(chart)
    expect(status, JSON.stringify(body).slice(0, 300)).toBe(200)
    const rows = body.result?.map(({ rowcount }) => rowcount)
    if (!fewerRows.has(`${chart.version} ${chart.name}`)) expect(rows).toEqual(chart.rows)
  })

  it.each(titled(saved.filter(({ viz_type }) => !findChart(viz_type))))('is rejected for its unknown type: %s', async (_, chart) => {
    const { status, body } = await dataOf(chart)
    expect(status).toBe(400)
    expect(body.message).toContain(`“${chart.viz_type}”`)
  })

  const odd: [string, Record<string, unknown>][] = [
    ['nothing', {}],
    ['half a metric', { metric: { expressionType: 'SIMPLE' }, metrics: [{}], groupby: [{}] }],
    ['nulls in lists', { metrics: [null], groupby: [null], adhoc_filters: [null, 1, {}], columns: [{}], annotation_layers: [null] }],
    [
      'objects for lists',
      { metrics: { a: 1 }, groupby: { a: 1 }, adhoc_filters: {}, extra_form_data: [], x_axis: [], comparison_type: [] },
    ],
    [
      'numbers for names',
      { metric: 5, metrics: 'count', groupby: 'country', columns: 7, adhoc_filters: 'x', row_limit: 'x', time_range: 5 },
    ],
  ]

  it.each(charts.map(({ viz_type }) => viz_type))('is rejected with a reason for invalid form data: %s', async (viz_type) => {
    const [chart] = saved
    for (const [what, form] of odd) {
      const { status, body } = await dataOf({ ...(chart as Saved), viz_type, form_data: { viz_type, ...form } })
      expect([what, status]).toEqual([what, 400])
      expect(body.message ?? JSON.stringify(body)).toMatch(/^(?!.*(Cannot read|not a function|not iterable|\[object )).+/s)
    }
  })
})
