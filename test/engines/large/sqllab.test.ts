/** SQL Lab on ClickHouse: how far a statement is, and the profile of a column. On Trino it is asked in `trino.test.ts`, of the server there. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addDatabase, execute, startApp } from '../../api/sqllab/server.ts'
import type { TestServer } from '../servers.ts'
import { startClickhouse } from './servers.ts'
import { profile, watch } from './sqllab.ts'

let server: Awaited<ReturnType<typeof startApp>>
beforeAll(async () => {
  server = await startApp()
})
afterAll(() => server?.stop())

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
    await watch(server.admin, { database_id: id, sql, client_id: 'house1' }, running)
  })

  test('a column is profiled over all rows', async () => {
    await execute(server.admin, {
      database_id: id,
      sql: 'SELECT n, word, price FROM numbered WHERE n < 100',
      client_id: 'house2',
      queryLimit: 1,
    })
    const found = await profile(server.admin, 'house2', 'n')
    expect(found).toMatchObject({ rows: 100, blank: 0, distinct: 100, lowest: 0, highest: 99, mean: 49.5 })
    expect(found.bins).toHaveLength(20)
    expect(found.bins.reduce((sum, count) => sum + count, 0)).toBe(100)
    expect(await profile(server.admin, 'house2', 'word')).toMatchObject({
      distinct: 3,
      top: [{ value: 'w0', count: 34 }, { count: 33 }, { count: 33 }],
    })
    expect(await profile(server.admin, 'house2', 'price')).toMatchObject({ distinct: 100, lowest: 0, highest: 24.75 })
  })
})
