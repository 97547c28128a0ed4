import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { expect, test } from 'vitest'
import type { Literal } from '../../src/engines/dialect.ts'
import { postgresDialect } from '../../src/engines/postgres/dialect.ts'
import { engineSuite } from './suite.ts'
import { startPostgres } from './servers.ts'
import { loadConformanceTables } from './tables.ts'

const timestamp = (text: string) => `TO_TIMESTAMP('${text}', 'YYYY-MM-DD HH24:MI:SS.US')`

engineSuite({
  engine: 'postgresql',
  start: async () => {
    const server = await startPostgres()
    await loadConformanceTables(server, ['edge_types', 'stocks'])
    const { username, ...rest } = server.parameters
    const client = new Client({ host: rest.host, port: rest.port, password: rest.password, database: rest.database, user: username })
    await client.connect()
    return {
      connection: { key: 'pg', engine: 'postgresql', parameters: server.parameters, timezone: 'UTC' },
      running: async (text) => {
        const { rows } = await client.query<{ n: number }>(
          "SELECT count(*)::int AS n FROM pg_stat_activity WHERE state = 'active' AND pid <> pg_backend_pid() AND position($1 IN query) > 0",
          [text],
        )
        return rows[0]?.n ?? 0
      },
      stop: async () => {
        await client.end()
        await server.stop()
      },
    }
  },
  series: (rows) => `generate_series(1, ${rows}) AS s(i)`,
  endless: 'SELECT count(*) FROM pg_sleep(600)',
  write: 'INSERT INTO edge_types (id) VALUES (9)',
  integerType: 'integer',
  schema: 'public',
  also: ({ run, host, subject, value }) => {
    test('parses dates in texts in the DateStyle of the server', async () => {
      expect(await value("CAST(CAST('02/03/2020' AS date) AS text)")).toBe('2020-02-03')
    })
    test.each<[Literal, string]>([
      [{ type: 'date', value: '2020-02-29' }, "TO_DATE('2020-02-29', 'YYYY-MM-DD')"],
      [{ type: 'timestamp', value: '2020-02-29T23:59:59.123456' }, timestamp('2020-02-29 23:59:59.123456')],
      [{ type: 'timestamp', value: '2020-02-29T23:59:59' }, timestamp('2020-02-29 23:59:59.000000')],
    ])('a time in a template is equal to the literal: %j', async (literal, written) => {
      expect(postgresDialect.templateLiteral?.(literal)).toBe(written)
      expect(await value(`${written} = ${postgresDialect.literal(literal)}`)).toBe(true)
    })
    test('functions that somebody made are listed, with the queries of those in SQL', async () => {
      for (const sql of [
        "CREATE FUNCTION in_sql() RETURNS bigint LANGUAGE sql AS 'SELECT count(*) FROM stocks'",
        'CREATE FUNCTION as_tree() RETURNS bigint LANGUAGE sql RETURN (SELECT count(*) FROM stocks)',
        "CREATE FUNCTION in_steps() RETURNS int LANGUAGE plpgsql AS 'BEGIN RETURN 1; END'",
      ])
        await run(sql, { readOnly: false })
      const found = await host().run({ kind: 'functions', connection: subject().connection })
      expect(found.sort((a, b) => a.name.localeCompare(b.name))).toEqual([
        { name: 'as_tree', definition: null },
        { name: 'in_sql', definition: 'SELECT count(*) FROM stocks' },
        { name: 'in_steps', definition: null },
      ])
    })
    test('finds the newest partition with rows', async () => {
      const partitions = (table: string) => host().run({ kind: 'partitions', connection: subject().connection, relation: { table } })
      for (const sql of [
        'CREATE TABLE by_day (day date, n int) PARTITION BY RANGE (day)',
        "CREATE TABLE by_day_1 PARTITION OF by_day FOR VALUES FROM ('2024-01-01') TO ('2024-02-01')",
        "CREATE TABLE by_day_2 PARTITION OF by_day FOR VALUES FROM ('2024-02-01') TO ('2024-03-01')",
        "CREATE TABLE by_day_3 PARTITION OF by_day FOR VALUES FROM ('2024-03-01') TO (MAXVALUE)",
        "INSERT INTO by_day VALUES ('2024-01-05', 1), ('2024-02-05', 2)",
        'CREATE TABLE by_year (year int, n int) PARTITION BY LIST (year)',
        'CREATE TABLE by_year_1 PARTITION OF by_year FOR VALUES IN (9, 10)',
        'INSERT INTO by_year VALUES (9, 1)',
        'CREATE TABLE by_both (a int, b int) PARTITION BY RANGE (a, b)',
        'CREATE TABLE by_hash (a int) PARTITION BY HASH (a)',
        'CREATE TABLE by_sum (a int) PARTITION BY RANGE ((a + 1))',
      ])
        await run(sql, { readOnly: false })
      expect(await partitions('by_day')).toEqual({ columns: ['day'], latest: { day: '2024-02-01' }, isRange: true })
      expect(await partitions('by_year')).toEqual({ columns: ['year'], latest: { year: '10' }, isRange: false })
      expect(await partitions('by_both')).toEqual({ columns: ['a', 'b'], latest: null, isRange: true })
      for (const table of ['by_hash', 'by_sum', 'edge_types', 'no_such_table']) expect(await partitions(table), table).toBeNull()
    })
    test('a killed host leaves no statement running on the server', async () => {
      const running = async () => (await subject().running?.('FROM pg_sleep(599)')) ?? 0
      // A statement that may write does not run again.
      const lost = expect(run('SELECT count(*) FROM pg_sleep(599)', { readOnly: false })).rejects.toMatchObject({ status: 503 })
      while ((await running()) === 0) await sleep(20)
      for (const { pid } of host().stats().hosts) process.kill(pid ?? 0, 'SIGKILL')
      await lost
      for (const end = Date.now() + 10_000; (await running()) > 0 && Date.now() < end;) await sleep(50)
      expect(await running()).toBe(0)
      expect(await value('1')).toBe(1)
    })
    test('a slow query starts over without parallel workers when somebody else comes', async () => {
      const workers = `current_setting('max_parallel_workers_per_gather')`
      const inMainLane = await value(workers)
      expect(inMainLane).not.toBe('0')
      const slow = run(`SELECT ${workers} AS workers, count(*) FROM pg_sleep(2)`, {}, { user: 'greedy' })
      await sleep(1_100)
      expect((await run('SELECT 1 AS n', {}, { user: 'other' })).rowcount).toBe(1)
      expect(JSON.parse(Buffer.from((await slow).bytes).toString())).toMatchObject([{ workers: '0' }])
      expect(await value(workers), 'for that statement alone').toBe(inMainLane)
    })
  },
})
