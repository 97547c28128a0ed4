import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PlanStep } from '../../../src/api/sqllab.ts'
import type { Caller } from '../../../src/server/testing/test-people.ts'
import { addDatabase, execute, startApp } from '../../api/sqllab/server.ts'
import type { TestServer } from '../servers.ts'
import { profile, watch, type Statement } from './sqllab.ts'
import { askTrino } from './trino-server.ts'

const estimate = async (admin: Caller, body: Statement) =>
  (await admin.post('/api/v1/sqllab/estimate/', body)).json<{ result: Record<string, string>[] }>().result
const explain = async (admin: Caller, body: Statement) =>
  (await admin.post('/api/v1/sqllab/explain/', body)).json<{ result: PlanStep[] }>().result

/** SQL Lab on a Trino that runs: how far a statement is, what it costs, how it is run, and the profile of a column. */
export const sqllabOnTrino = (trino: () => TestServer) => {
  describe('SQL Lab on Trino', () => {
    let server: Awaited<ReturnType<typeof startApp>>
    let id: number

    beforeAll(async () => {
      server = await startApp()
      const { host, port } = trino().parameters
      id = await addDatabase(server.admin, 'trino', `trino://test@${host}:${port}/tpch/tiny`)
    })
    afterAll(() => server?.stop())

    const orders = 'SELECT orderstatus, count(*) AS n FROM orders WHERE totalprice > 1000 GROUP BY orderstatus'

    test('a statement reports its progress, and Stop reaches the server', async () => {
      const looked = "SELECT count(*) FROM system.runtime.queries WHERE state = 'RUNNING' AND query LIKE 'SELECT sum(far.tax)%'"
      const running = async () => Number((await askTrino(trino().parameters.port, looked))[0]?.[0])
      // The server counts finished splits: the small table is read at once, the large one long after the test.
      const lines = ['tiny', 'sf100'].map((schema) => `SELECT tax, comment FROM tpch.${schema}.lineitem`).join(' UNION ALL ')
      const sql = `SELECT sum(far.tax) AS far_along FROM (${lines}) far WHERE far.comment NOT LIKE '%zzz%'`
      await watch(server.admin, { database_id: id, sql, client_id: 'trino1' }, running)
    })

    test('what a statement costs is estimated', async () => {
      const [costs = {}] = await estimate(server.admin, { database_id: id, sql: orders })
      expect(Object.keys(costs)).toEqual(['Output rows', 'Output bytes'])
      expect(Number(costs['Output rows'])).toBeGreaterThan(0)
    })

    test('a query is explained as a tree with rows and time', async () => {
      const steps = await explain(server.admin, { database_id: id, sql: orders })
      expect(steps[0]?.depth).toBe(0)
      const scan = steps.find(({ name }) => /scan/i.test(name))
      expect(scan?.depth).toBeGreaterThan(1)
      expect(scan?.rows).toBe(14_994)
      for (const { timeMs } of steps) expect(timeMs).toEqual(expect.any(Number))
    })

    test('a column is profiled over all rows', async () => {
      await execute(server.admin, { database_id: id, sql: 'SELECT nationkey, name FROM nation', client_id: 'trino2', queryLimit: 1 })
      expect(await profile(server.admin, 'trino2', 'nationkey')).toMatchObject({
        rows: 25,
        blank: 0,
        distinct: 25,
        lowest: 0,
        highest: 24,
        mean: 12,
      })
    })
  })
}
