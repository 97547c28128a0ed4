import { createConnection } from 'mysql2/promise'
import type { RowDataPacket } from 'mysql2/promise'
import { expect, test } from 'vitest'
import { engineSuite } from './suite.ts'
import { limits } from './suite/subject.ts'
import { startMariadb } from './servers.ts'
import { loadConformanceTables } from './tables.ts'

engineSuite({
  engine: 'mysql',
  start: async () => {
    const server = await startMariadb()
    await loadConformanceTables(server, ['edge_types', 'stocks'])
    const { host, port, password, database, username: user } = server.parameters
    const client = await createConnection({ host, port, user, password, database })
    return {
      connection: { key: 'mariadb', engine: 'mysql', parameters: server.parameters, timezone: 'UTC' },
      running: async (text) => {
        const [rows] = await client.query<RowDataPacket[]>(
          "SELECT COUNT(*) AS n FROM information_schema.processlist WHERE command = 'Query' AND id <> CONNECTION_ID() AND LOCATE(?, info) > 0",
          [text],
        )
        return Number(rows[0]?.['n'])
      },
      stop: async () => {
        await client.end()
        await server.stop()
      },
    }
  },
  series: (rows) => `seq_1_to_${rows} AS s`.replace(/^(\S+)/, '(SELECT seq AS i FROM $1)'),
  endless: 'SELECT SLEEP(600) AS n',
  write: 'INSERT INTO edge_types (id) VALUES (9)',
  stored: { ratio: { 6: 0 } },
  integerType: 'int',
  schema: 'data',
  also: ({ rows, host, subject }) => {
    test.each(['ANSI', 'ORACLE', 'ANSI_QUOTES,NO_BACKSLASH_ESCAPES', ''])(
      'a server in the mode "%s" reads strings as they are checked',
      async (mode) => {
        const { connection } = subject()
        const { host: address, port, database } = connection.parameters as { host: string; port: number; database: string }
        const root = await createConnection({ host: address, port, user: 'root', database })
        try {
          await root.query('SET @usual = @@global.sql_mode')
          await root.query(`SET GLOBAL sql_mode = '${mode}'`)
          const { bytes } = await host().run({
            kind: 'data',
            connection: { ...connection, key: `in mode ${mode}` },
            sql: String.raw`SELECT "a\"b" AS a, 'c\'d' AS b`,
            format: 'json',
            limits,
          })
          expect(JSON.parse(Buffer.from(bytes).toString())).toEqual([{ a: 'a"b', b: "c'd" }])
        } finally {
          await root.query('SET GLOBAL sql_mode = @usual')
          await root.end()
        }
      },
    )

    test('a small number in a column of truth values stays that number', async () => {
      const { connection } = subject()
      const { host: address, port, database } = connection.parameters as { host: string; port: number; database: string }
      const root = await createConnection({ host: address, port, user: 'root', database })
      try {
        await root.query('CREATE TABLE states (id int, state tinyint(1), flag bool)')
        await root.query('INSERT INTO states VALUES (1, 0, 0), (2, 1, 1), (3, 2, NULL), (4, -5, 1), (5, NULL, 1)')
      } finally {
        await root.end()
      }
      expect(await rows('SELECT state, flag FROM states ORDER BY id')).toEqual([
        { state: 0, flag: false },
        { state: 1, flag: true },
        { state: 2, flag: null },
        { state: -5, flag: true },
        { state: null, flag: true },
      ])
      expect(await rows('SELECT MAX(state) AS most FROM states')).toEqual([{ most: 2 }])
    })

    test('a column of small numbers stays one to the end of a long download', async () => {
      const { connection } = subject()
      const { host: address, port, database } = connection.parameters as { host: string; port: number; database: string }
      const root = await createConnection({ host: address, port, user: 'root', database })
      try {
        await root.query('CREATE TABLE many_states (id int PRIMARY KEY, state tinyint(1))')
        await root.query('INSERT INTO many_states SELECT seq, IF(seq = 1, 2, seq % 2) FROM seq_1_to_9000')
      } finally {
        await root.end()
      }
      const sql = 'SELECT state FROM many_states ORDER BY id'
      const blocks: Uint8Array[] = []
      for await (const block of host().stream({ kind: 'stream', connection, format: 'csv', limits, sql })) blocks.push(block)
      const values = Buffer.concat(blocks).toString().trim().split('\n')
      expect(values).toHaveLength(9_001)
      expect([...new Set(values)].sort()).toEqual(['0', '1', '2', 'state'])
    })

    test('bits are numbers, in columns and in expressions, which the server sends otherwise', async () => {
      const { connection } = subject()
      const { host: address, port, database } = connection.parameters as { host: string; port: number; database: string }
      const root = await createConnection({ host: address, port, user: 'root', database })
      try {
        await root.query('CREATE TABLE bits (id int, flag bit(1), mask bit(12))')
        await root.query("INSERT INTO bits VALUES (1, b'0', 48), (2, b'1', 4095), (3, NULL, NULL)")
      } finally {
        await root.end()
      }
      expect(await rows('SELECT flag, mask FROM bits ORDER BY id')).toEqual([
        { flag: false, mask: 48 },
        { flag: true, mask: 4095 },
        { flag: null, mask: null },
      ])
      expect(await rows('SELECT MIN(flag) AS a, MAX(flag) AS b, MIN(mask) AS c, MAX(mask) AS d FROM bits')).toEqual([
        { a: false, b: true, c: 48, d: 4095 },
      ])
    })

    test('a geometry is shown in hexadecimal digits', async () => {
      expect(await rows("SELECT ST_GeomFromText('POINT(1 2)') AS place")).toEqual([
        { place: '0x000000000101000000000000000000F03F0000000000000040' },
      ])
    })

    test('bytes are the text they hold, or hexadecimal digits', async () => {
      expect(
        await rows("SELECT CAST('Zoë 日本' AS BINARY) AS text, UNHEX('00FF1A') AS id, CONVERT('\uFFFD' USING utf8mb4) AS mark"),
      ).toEqual([{ text: 'Zoë 日本', id: '0x00FF1A', mark: '\uFFFD' }])
    })

    test('functions that somebody made are listed, with the query of one that only returns and may be read', async () => {
      const { connection } = subject()
      const { host: address, port, database } = connection.parameters as { host: string; port: number; database: string }
      const root = await createConnection({ host: address, port, user: 'root', database })
      try {
        await root.query(
          "CREATE DEFINER = test@'127.0.0.1' FUNCTION counted() RETURNS int READS SQL DATA RETURN (SELECT count(*) FROM stocks)",
        )
        await root.query("CREATE DEFINER = test@'127.0.0.1' FUNCTION in_steps() RETURNS int READS SQL DATA BEGIN RETURN 1; END")
        await root.query('CREATE FUNCTION not_shown() RETURNS int RETURN 1')
        await root.query('CREATE PROCEDURE no_function() SELECT 1')
      } finally {
        await root.end()
      }
      const found = await host().run({ kind: 'functions', connection })
      expect(found.sort((a, b) => a.name.localeCompare(b.name))).toEqual([
        { name: 'counted', definition: 'SELECT (SELECT count(*) FROM stocks)' },
        { name: 'in_steps', definition: null },
        { name: 'not_shown', definition: null },
      ])
    })

    test('finds the newest partition with rows', async () => {
      const { connection } = subject()
      const { host: address, port, database } = connection.parameters as { host: string; port: number; database: string }
      const root = await createConnection({ host: address, port, user: 'root', database })
      try {
        const days =
          "PARTITION p1 VALUES LESS THAN ('2024-02-01'), PARTITION p2 VALUES LESS THAN ('2024-03-01'), PARTITION p3 VALUES LESS THAN MAXVALUE"
        await root.query(
          `CREATE TABLE by_day (day date, n int) PARTITION BY RANGE COLUMNS (day) (${days.replace('THAN MAXVALUE', 'THAN (MAXVALUE)')})`,
        )
        await root.query("INSERT INTO by_day VALUES ('2024-01-05', 1), ('2024-02-05', 2)")
        await root.query('CREATE TABLE by_year (year int) PARTITION BY LIST (year) (PARTITION p1 VALUES IN (9, 10))')
        await root.query('INSERT INTO by_year VALUES (9)')
        await root.query('CREATE TABLE by_hash (a int) PARTITION BY HASH (a) PARTITIONS 2')
      } finally {
        await root.end()
      }
      const partitions = (table: string) => host().run({ kind: 'partitions', connection, relation: { table } })
      expect(await partitions('by_day')).toEqual({ columns: ['day'], latest: { day: '2024-02-01' }, isRange: true })
      expect(await partitions('by_year')).toEqual({ columns: ['year'], latest: { year: '10' }, isRange: false })
      for (const table of ['by_hash', 'edge_types', 'no_such_table']) expect(await partitions(table), table).toBeNull()
    })

    test('session settings of a job do not affect the next', async () => {
      const said = 'SELECT DATABASE() AS place'
      expect(await rows(said, { schema: 'information_schema' })).toEqual([{ place: 'information_schema' }])
      expect(await rows(said)).toEqual([{ place: 'data' }])
      const unlimited = { kind: 'stream', connection: subject().connection, format: 'csv', limits } as const
      const blocks: Uint8Array[] = []
      for await (const block of host().stream({ ...unlimited, sql: 'SELECT @@max_statement_time + 0 AS most' })) blocks.push(block)
      expect(Buffer.concat(blocks).toString()).toMatch(/^most\n0(\.0+)?\n$/)
    })
  },
})
