import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { adminOf, as, type Caller } from '../../../src/server/testing/test-people.ts'
import { buildApp } from '../../../src/server/app.ts'
import type { Context } from '../../../src/server/context.ts'
import { testContext } from '../../../src/server/testing/test-context.ts'
import { startMariadb, startPostgres } from '../../engines/servers.ts'
import { loadConformanceTables, makeDuckdbFile, tableNames } from '../../engines/tables.ts'
import type { Case, Json, JsonObject, Setup } from './corpus.ts'
import { asWritten, speechFor } from './spoken.ts'

/** A server with the conformance tables as datasets; setups of cases are made as they come. */
export type Stage = {
  ctx: Context
  caller: Caller
  app: FastifyInstance
  datasetId(name: string): number
  prepare(each: Pick<Case, 'setup'>): Promise<void>
  /** The case's request, with ids in their places. */
  requestOf(each: Case): Json
  close(): Promise<void>
}

/** Main time columns, from conformance/data/README.md. */
const timeColumns: Record<string, string> = {
  birdstrikes: 'Flight Date',
  cars: 'Year',
  edge_types: 'ts',
  flights_20k: 'date',
  gapminder: 'year_date',
  movies: 'Release Date',
  seattle_weather: 'date',
  stocks: 'date',
  us_employment: 'month',
  weather: 'date',
}

export type EngineName = 'duckdb' | 'postgres' | 'sqlite' | 'mysql'

/** A database that holds the conformance tables. */
export type Running = { uri: string; schema: string; stop(): Promise<void> }

const starts: Record<EngineName, () => Promise<Running>> = {
  duckdb: async () => {
    const folder = await mkdtemp(join(tmpdir(), 'chartroom-chart-data-'))
    const path = join(folder, 'data.duckdb')
    await makeDuckdbFile(path, await tableNames())
    return { uri: `duckdb:///${path}`, schema: 'main', stop: () => rm(folder, { recursive: true, force: true }) }
  },
  postgres: async () => {
    const server = await startPostgres()
    await loadConformanceTables(server)
    const { host, port, username, password, database } = server.parameters
    return { uri: `postgresql://${username}:${password}@${host}:${port}/${database}`, schema: 'public', stop: server.stop }
  },
  sqlite: async () => {
    const folder = await mkdtemp(join(tmpdir(), 'chartroom-chart-data-'))
    const database = join(folder, 'data.sqlite')
    await loadConformanceTables({ engine: 'sqlite', parameters: { database } })
    return { uri: `sqlite:///${database}`, schema: 'main', stop: () => rm(folder, { recursive: true, force: true }) }
  },
  mysql: async () => {
    const server = await startMariadb()
    await loadConformanceTables(server)
    const { host, port, username, password, database } = server.parameters
    return { uri: `mysql://${username}:${password}@${host}:${port}/${database}`, schema: 'data', stop: server.stop }
  },
}

type Api = (method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) => Promise<JsonObject>

const apiOf =
  (caller: Caller): Api =>
  async (method, url, payload) => {
    const answer = await caller.inject({ method, url, ...(payload && { payload }) })
    if (answer.statusCode >= 300) throw new Error(`${method} ${url}: ${answer.statusCode} ${answer.body.slice(0, 400)}`)
    return answer.json() as JsonObject
  }

const columnKeys = ['id', 'column_name', 'type', 'is_dttm', 'expression', 'verbose_name', 'groupby', 'filterable', 'is_active'] as const
const metricKeys = ['id', 'metric_name', 'expression', 'verbose_name', 'd3format'] as const

const picked = (part: JsonObject, keys: readonly string[]): JsonObject =>
  Object.fromEntries(keys.flatMap((key) => (part[key] === undefined ? [] : [[key, part[key]]])))

type DatasetSetup = Extract<Setup, { kind: 'dataset' }>

const makeDataset = async (api: Api, database: number, schema: string, setup: DatasetSetup): Promise<number> => {
  const made = await api('POST', '/api/v1/dataset/', { database, schema, table_name: setup.name, sql: setup.sql })
  const id = made['id'] as number
  const { result } = (await api('GET', `/api/v1/dataset/${id}`)) as { result: { columns: JsonObject[]; metrics: JsonObject[] } }
  const columns = result.columns.map((column) => ({
    ...picked(column, columnKeys),
    ...setup.columns?.[String(column['column_name'])],
  }))
  await api('PUT', `/api/v1/dataset/${id}?override_columns=false`, {
    columns: [...columns, ...(setup.calculated_columns ?? [])],
    metrics: [...result.metrics.map((metric) => picked(metric, metricKeys)), ...(setup.metrics ?? [])],
    ...setup.set,
  })
  return id
}

/** `"@chart:NAME"` stands for an id. */
const withIds = (value: Json, ids: ReadonlyMap<string, number>): Json => {
  if (typeof value === 'string' && value.startsWith('@') && ids.has(value)) return ids.get(value) as number
  if (Array.isArray(value)) return value.map((item) => withIds(item, ids))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withIds(item, ids)]))
  return value
}

export const startStage = async (engine: EngineName, speech = speechFor(engine)): Promise<Stage> => stageOn(await starts[engine](), speech)

export const stageOn = async (running: Running, speech = asWritten): Promise<Stage> => {
  const ctx = await testContext()
  const app = await buildApp(ctx)
  const caller = await as(ctx, app, await adminOf(ctx))
  const api = apiOf(caller)
  const extra = '{"allows_virtual_table_explore":true}'
  const database = (await api('POST', '/api/v1/database/', { database_name: 'conformance', sqlalchemy_uri: running.uri, extra }))[
    'id'
  ] as number
  const datasets = new Map<string, number>()
  for (const table of await tableNames()) {
    const made = await api('POST', '/api/v1/dataset/', { database, schema: running.schema, table_name: table })
    datasets.set(table, made['id'] as number)
    await api('PUT', `/api/v1/dataset/${made['id'] as number}`, { main_dttm_col: timeColumns[table] ?? null })
  }
  const ids = new Map<string, number>()
  const idOf = (name: string): number => {
    const id = datasets.get(name)
    if (id === undefined) throw new Error(`no dataset ${name}`)
    return id
  }

  const makeChart = async (setup: Extract<Setup, { kind: 'chart' }>): Promise<number> => {
    const datasource = { id: idOf(setup.dataset), type: 'table' }
    const made = await api('POST', '/api/v1/chart/', {
      slice_name: setup.name,
      viz_type: setup.viz_type,
      datasource_id: datasource.id,
      datasource_type: datasource.type,
      params: JSON.stringify({ ...setup.params, datasource: `${datasource.id}__table` }),
      query_context: JSON.stringify({ ...setup.query_context, datasource }),
    })
    return made['id'] as number
  }

  const makeLayer = async ({ name, annotations }: Extract<Setup, { kind: 'annotation_layer' }>): Promise<number> => {
    const made = await api('POST', '/api/v1/annotation_layer/', { name })
    for (const annotation of annotations) await api('POST', `/api/v1/annotation_layer/${made['id'] as number}/annotation/`, annotation)
    return made['id'] as number
  }

  const make = async (setup: Setup): Promise<void> => {
    const key = `@${setup.kind}:${setup.name}`
    if (ids.has(key)) return
    if (setup.kind === 'dataset') {
      const id = await makeDataset(api, database, running.schema, speech.said(setup))
      datasets.set(setup.name, id)
      ids.set(key, id)
    }
    if (setup.kind === 'chart') ids.set(key, await makeChart(setup))
    if (setup.kind === 'annotation_layer') ids.set(key, await makeLayer(setup))
  }

  return {
    ctx,
    caller,
    app,
    datasetId: idOf,
    prepare: async (each) => {
      for (const setup of each.setup ?? []) await make(setup)
    },
    requestOf: (each) => {
      const request = speech.said(withIds(each.request, ids))
      if (typeof request !== 'object' || request === null || Array.isArray(request)) return request
      const datasource = request['datasource']
      return {
        ...request,
        ...(each.dataset !== null && { datasource: { ...(datasource as JsonObject), id: idOf(each.dataset) } }),
        ...(!('force' in request) && { force: true }),
      }
    },
    close: async () => {
      await app.close()
      await ctx.close()
      await running.stop()
    },
  }
}
