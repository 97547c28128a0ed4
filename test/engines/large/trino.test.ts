import { expect, test } from 'vitest'
import { engineSuite } from '../suite.ts'
import { startPostgres } from '../servers.ts'
import { loadConformanceTables } from '../tables.ts'
import { startStatement } from '../../../src/engines/trino/protocol.ts'
import { startTrino } from './servers.ts'

type Ask = (sql: string) => Promise<unknown[][]>
let ask: Ask

engineSuite({
  engine: 'trino',
  start: async () => {
    const postgres = await startPostgres()
    const tables = ['edge_types', 'stocks']
    await loadConformanceTables(postgres, tables)
    const server = await startTrino(postgres)
    const session = { url: `http://127.0.0.1:${server.parameters.port}`, user: 'test', source: 'test', timezone: 'UTC' }
    ask = async (sql) => {
      const rows: unknown[][] = []
      for await (const page of startStatement(session, sql, AbortSignal.timeout(120_000)).pages) rows.push(...page)
      return rows
    }
    for (const table of tables) await ask(`CREATE TABLE memory.default.${table} AS SELECT * FROM pg.public.${table}`)
    return {
      connection: { key: 'trino', engine: 'trino', parameters: server.parameters, timezone: 'UTC' },
      running: async (text) => {
        const found = await ask(
          `SELECT count(*) FROM system.runtime.queries WHERE state IN ('QUEUED', 'PLANNING', 'STARTING', 'RUNNING') AND strpos(query, '${text}') > 0 AND strpos(query, 'system.runtime') = 0`,
        )
        return Number(found[0]?.[0])
      },
      stop: async () => {
        await server.stop()
        await postgres.stop()
      },
    }
  },
  series: (rows) =>
    `(SELECT (a.i - 1) * 1000 + b.i AS i FROM UNNEST(sequence(1, ${Math.ceil(rows / 1000)})) AS a(i) CROSS JOIN UNNEST(sequence(1, 1000)) AS b(i)) AS s`,
  endless: 'SELECT count(*) AS n FROM tpch.sf1000.lineitem a CROSS JOIN tpch.sf1000.lineitem b WHERE a.comment < b.comment',
  write: 'INSERT INTO edge_types (id) VALUES (9)',
  integerType: 'integer',
  schema: 'default',
  also: (run) => {
    test('a query is split over coordinator and worker', async () => {
      const sql = 'SELECT returnflag, linestatus, count(*) AS n FROM tpch.sf1.lineitem GROUP BY 1, 2 ORDER BY 1, 2'
      const answer = await run(sql)
      expect(answer.rowcount).toBe(4)
      expect(answer.rowsScanned).toBeGreaterThan(6_000_000)
      const nodes = await ask(
        "SELECT DISTINCT node_id FROM system.runtime.tasks t JOIN system.runtime.queries q USING (query_id) WHERE q.query LIKE 'SELECT returnflag, linestatus%' ORDER BY 1",
      )
      expect(nodes).toEqual([['coordinator'], ['worker']])
    })
  },
})
