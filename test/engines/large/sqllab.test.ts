/** SQL Lab on servers that are too large for every run: how far a statement is, what it costs, how it is run, and the profile of a column. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ColumnProfile, PlanStep } from '../../../src/api/sqllab.ts'
import { addDatabase, execute, startApp } from '../../api/sqllab/server.ts'
import { startPostgres, type TestServer } from '../servers.ts'
import { startClickhouse } from './servers.ts'
import { askTrino, startTrino } from './trino-server.ts'

let server: Awaited<ReturnType<typeof startApp>>
beforeAll(async () => {
  server = await startApp()
})
afterAll(() => server?.stop())

type State = { state: string; progress: number }

const stateOf = async (clientId: string): Promise<State | undefined> => {
  const answer = await server.admin.get('/api/v1/query/updated_since?q=(last_updated_ms:0)')
  return answer.json<{ result: (State & { id: string })[] }>().result.find(({ id }) => id === clientId)
}

/** Starts a statement, waits until it reports a percentage, stops it, and waits until the engine no longer runs it. */
const watch = async (body: { database_id: number; sql: string; client_id: string }, running: () => Promise<number>) => {
  await execute(server.admin, { ...body, runAsync: true })
  const progress = async () => {
    const found = await stateOf(body.client_id)
    return found?.state === 'running' ? found.progress : Number.NaN
  }
  await expect.poll(progress, { timeout: 120_000, interval: 200 }).toBeGreaterThan(0)
  expect(await progress()).toBeLessThan(100)
  expect(await running()).toBeGreaterThan(0)
  await server.admin.post('/api/v1/query/stop', { client_id: body.client_id })
  await expect.poll(running, { timeout: 10_000 }).toBe(0)
  expect((await stateOf(body.client_id))?.state).toBe('stopped')
}

const estimate = async (body: { database_id: number; sql: string }) =>
  (await server.admin.post('/api/v1/sqllab/estimate/', body)).json<{ result: Record<string, string>[] }>().result
const explain = async (body: { database_id: number; sql: string }) =>
  (await server.admin.post('/api/v1/sqllab/explain/', body)).json<{ result: PlanStep[] }>().result
const profile = async (clientId: string, column: string) =>
  (await server.admin.post('/api/v1/sqllab/profile/', { client_id: clientId, column })).json<{ result: ColumnProfile }>().result

describe('on ClickHouse', () => {
  let clickhouse: TestServer
  let id: number
  const ask = async (sql: string) => (await fetch(`http://127.0.0.1:${clickhouse.parameters.port}/`, { method: 'POST', body: sql })).text()

  beforeAll(async () => {
    clickhouse = await startClickhouse()
    const { host, port, database } = clickhouse.parameters
    id = await addDatabase(server.admin, 'clickhouse', `clickhousedb://default@${host}:${port}/${database}`)
    await ask('CREATE TABLE numbered (n Int64, word String, price Decimal(12, 2)) ENGINE = MergeTree() ORDER BY n')
    await ask("INSERT INTO numbered SELECT number, concat('w', toString(number % 3)), number / 4 FROM numbers(4000000)")
  })
  afterAll(() => clickhouse?.stop())

  test('a statement reports its progress, and Stop reaches the server', async () => {
    const sql = 'SELECT count(*) AS far_along FROM numbered WHERE arraySum(arrayMap(x -> sin(x + n), range(200))) > 1000'
    const running = async () => Number(await ask("SELECT count(*) FROM system.processes WHERE query LIKE 'SELECT count(*) AS far_along%'"))
    await watch({ database_id: id, sql, client_id: 'house1' }, running)
  })

  test('a column is profiled over all rows', async () => {
    await execute(server.admin, {
      database_id: id,
      sql: 'SELECT n, word, price FROM numbered WHERE n < 100',
      client_id: 'house2',
      queryLimit: 1,
    })
    const found = await profile('house2', 'n')
    expect(found).toMatchObject({ rows: 100, blank: 0, distinct: 100, lowest: 0, highest: 99, mean: 49.5 })
    expect(found.bins).toHaveLength(20)
    expect(found.bins.reduce((sum, count) => sum + count, 0)).toBe(100)
    expect(await profile('house2', 'word')).toMatchObject({ distinct: 3, top: [{ value: 'w0', count: 34 }, { count: 33 }, { count: 33 }] })
    expect(await profile('house2', 'price')).toMatchObject({ distinct: 100, lowest: 0, highest: 24.75 })
  })
})

describe('on Trino', () => {
  let postgres: TestServer
  let trino: TestServer
  let id: number

  beforeAll(async () => {
    postgres = await startPostgres()
    trino = await startTrino(postgres)
    const { host, port } = trino.parameters
    id = await addDatabase(server.admin, 'trino', `trino://test@${host}:${port}/tpch/tiny`)
  })
  afterAll(async () => {
    await trino?.stop()
    await postgres?.stop()
  })

  const orders = 'SELECT orderstatus, count(*) AS n FROM orders WHERE totalprice > 1000 GROUP BY orderstatus'

  test('a statement reports its progress, and Stop reaches the server', async () => {
    const looked = "SELECT count(*) FROM system.runtime.queries WHERE state = 'RUNNING' AND query LIKE 'SELECT sum(far.tax)%'"
    const running = async () => Number((await askTrino(trino.parameters.port, looked))[0]?.[0])
    // The server counts finished splits: the small table is read at once, the large one long after the test.
    const lines = ['tiny', 'sf100'].map((schema) => `SELECT tax, comment FROM tpch.${schema}.lineitem`).join(' UNION ALL ')
    const sql = `SELECT sum(far.tax) AS far_along FROM (${lines}) far WHERE far.comment NOT LIKE '%zzz%'`
    await watch({ database_id: id, sql, client_id: 'trino1' }, running)
  })

  test('what a statement costs is estimated', async () => {
    const [costs = {}] = await estimate({ database_id: id, sql: orders })
    expect(Object.keys(costs)).toEqual(['Output rows', 'Output bytes'])
    expect(Number(costs['Output rows'])).toBeGreaterThan(0)
  })

  test('a query is explained as a tree with rows and time', async () => {
    const steps = await explain({ database_id: id, sql: orders })
    expect(steps[0]?.depth).toBe(0)
    const scan = steps.find(({ name }) => /scan/i.test(name))
    expect(scan?.depth).toBeGreaterThan(1)
    expect(scan?.rows).toBe(14_994)
    for (const { timeMs } of steps) expect(timeMs).toEqual(expect.any(Number))
  })

  test('a column is profiled over all rows', async () => {
    await execute(server.admin, { database_id: id, sql: 'SELECT nationkey, name FROM nation', client_id: 'trino2', queryLimit: 1 })
    expect(await profile('trino2', 'nationkey')).toMatchObject({ rows: 25, blank: 0, distinct: 25, lowest: 0, highest: 24, mean: 12 })
  })
})
