/** One coordinator and one worker for all that is asked of Trino: they take longest to start. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contexts, equalAnswers, uriOf } from '../equal/suite.ts'
import { startPostgres } from '../servers.ts'
import type { TestServer } from '../servers.ts'
import { engineSuite } from '../suite.ts'
import { loadConformanceTables, tableNames } from '../tables.ts'
import { sqllabOnTrino } from './sqllab-trino.ts'
import { askTrino, loadTrino, startTrino } from './trino-server.ts'

let postgres: TestServer
let server: TestServer
const ask = (sql: string) => askTrino(server.parameters.port, sql)

beforeAll(async () => {
  postgres = await startPostgres()
  server = await startTrino(postgres)
})
afterAll(async () => {
  await server?.stop()
  await postgres?.stop()
})

/** By way of Postgres, which Trino reads. */
const load = async (schema: string, tables: string[], holdings?: string) => {
  await loadConformanceTables(postgres, tables, holdings)
  await loadTrino(server, schema, tables)
}

engineSuite({
  engine: 'trino',
  start: async () => {
    await load('default', ['edge_types', 'stocks'])
    return {
      connection: { key: 'trino', engine: 'trino', parameters: server.parameters, timezone: 'UTC' },
      running: async (text) => {
        const found = await ask(
          `SELECT count(*) FROM system.runtime.queries WHERE state IN ('QUEUED', 'PLANNING', 'STARTING', 'RUNNING') AND strpos(query, '${text}') > 0 AND strpos(query, 'system.runtime') = 0`,
        )
        return Number(found[0]?.[0])
      },
      stop: async () => {},
    }
  },
  series: (rows) =>
    `(SELECT (a.i - 1) * 1000 + b.i AS i FROM UNNEST(sequence(1, ${Math.ceil(rows / 1000)})) AS a(i) CROSS JOIN UNNEST(sequence(1, 1000)) AS b(i)) AS s`,
  endless: 'SELECT count(*) AS n FROM tpch.sf1000.lineitem a CROSS JOIN tpch.sf1000.lineitem b WHERE a.comment < b.comment',
  write: 'INSERT INTO edge_types (id) VALUES (9)',
  integerType: 'integer',
  listsFunctions: true,
  schema: 'default',
  also: ({ run, host, subject }) => {
    test('partitions are those of tables in Hive', async () => {
      const partitions = (table: string) =>
        host().run({ kind: 'partitions', connection: subject().connection, relation: { catalog: 'hive', schema: 'parts', table } })
      for (const sql of [
        'CREATE SCHEMA hive.parts',
        "CREATE TABLE hive.parts.by_day (n integer, day date) WITH (partitioned_by = ARRAY['day'])",
        "INSERT INTO hive.parts.by_day VALUES (1, DATE '2024-01-05'), (2, DATE '2024-02-05')",
        "CREATE TABLE hive.parts.by_number (n integer, k integer) WITH (partitioned_by = ARRAY['k'])",
        'INSERT INTO hive.parts.by_number VALUES (1, 9), (2, 10)',
        "CREATE TABLE hive.parts.by_both (n integer, a integer, b integer) WITH (partitioned_by = ARRAY['a', 'b'])",
        'CREATE TABLE hive.parts.plain (n integer)',
      ])
        await ask(sql)
      expect(await partitions('by_day')).toEqual({ columns: ['day'], latest: { day: '2024-02-05' }, isRange: false })
      expect(await partitions('by_number')).toEqual({ columns: ['k'], latest: { k: '10' }, isRange: false })
      expect(await partitions('by_both')).toEqual({ columns: ['a', 'b'], latest: null, isRange: false })
      expect(await partitions('plain')).toBeNull()
    })
    test('views of a catalog are listed with their queries', async () => {
      await ask('CREATE VIEW memory.default.first_ids AS SELECT id FROM memory.default.edge_types WHERE id < 3')
      const views = (catalog: string | null) => host().run({ kind: 'views', connection: subject().connection, catalog })
      expect(await views(null)).toEqual([
        { schema: 'default', name: 'first_ids', definition: expect.stringMatching(/FROM\s+memory\.default\.edge_types/) },
      ])
      expect(await views('tpch')).toEqual([])
      await ask('DROP VIEW memory.default.first_ids')
    })
    test('a query is split over coordinator and worker', async () => {
      const sql = 'SELECT returnflag, linestatus, count(*) AS n FROM tpch.tiny.lineitem GROUP BY 1, 2 ORDER BY 1, 2'
      const answer = await run(sql)
      expect(answer.rowcount).toBe(4)
      expect(answer.rowsScanned).toBeGreaterThan(60_000)
      const nodes = await ask(
        "SELECT DISTINCT node_id FROM system.runtime.tasks t JOIN system.runtime.queries q USING (query_id) WHERE q.query LIKE 'SELECT returnflag, linestatus%' ORDER BY 1",
      )
      expect(nodes).toEqual([['coordinator'], ['worker']])
    })
  },
})

const schema = 'held'

equalAnswers('trino', async (holdings) => {
  await load(schema, await tableNames(), holdings)
  return {
    uri: uriOf('trino', { ...server, parameters: { ...server.parameters, database: `memory/${schema}` } }),
    schema,
    stop: async () => {},
  }
})

describe('the drawn contexts on Trino', () => {
  test('ran on both nodes', async () => {
    const rows = await ask(
      `SELECT q.query_id, array_join(array_sort(array_agg(DISTINCT t.node_id)), ' ') FROM system.runtime.queries q JOIN system.runtime.tasks t ON t.query_id = q.query_id WHERE q.source = 'chartroom' AND strpos(q.query, '"${schema}".') > 0 GROUP BY 1`,
    )
    const split = rows.filter(([, nodes]) => nodes === 'coordinator worker')
    expect(rows.length).toBeGreaterThan(Math.min(50, contexts.length / 2))
    expect(split.length).toBeGreaterThan(rows.length / 2)
  })
})

sqllabOnTrino(() => server)
