import { DatabaseSync } from 'node:sqlite'
import { DuckDBInstance } from '@duckdb/node-api'
import { createConnection, type FieldPacket } from 'mysql2/promise'
import { Client, type QueryArrayResult } from 'pg'
import { startMariadb, startPostgres, type TestServer } from '../engines/servers.ts'

/** Engines that really run what was let in: what they then read and answer shows whether it stayed inside its parentheses. */
export type RealEngine = {
  dialect: string
  /** Whether an expression did what it may not. */
  escapes(text: string): Promise<boolean>
  close(): Promise<void>
}

/** Names of the outputs, and how many rows there were; null for anything but one result. */
type Answer = { columns: string[]; rows: number } | null
type Run = (sql: string) => Promise<Answer>

/** What `canary()` says when it is called, and `secret` when it is read. */
const song = 'the bird sang'

const columns = 'a b c d e x y price symbol name'.split(' ')
const table = `CREATE TABLE table_ (${columns.map((column) => `${column} INTEGER`).join(', ')}, ts TIMESTAMP)`
const row = `INSERT INTO table_ VALUES (${columns.map((_, i) => i).join(', ')}, '2020-02-29 12:00:00')`

const isQuiet = async (run: Run, sql: string, holds: (answer: Answer) => boolean): Promise<boolean> => {
  try {
    return holds(await run(sql))
  } catch (error) {
    return !String((error as Error).message).includes(song)
  }
}

/** In place of a column it gives one column of each row; as one condition of two it lets no row pass that the other holds back. */
const escapesFrom = (run: Run) => async (text: string) =>
  !(
    (await isQuiet(run, `SELECT (${text}\n) AS first_, 2 AS second_ FROM table_`, (it) => it?.columns.join() === 'first_,second_')) &&
    (await isQuiet(run, `SELECT 2 AS second_ FROM table_ WHERE (3 = 4) AND (${text}\n)`, (it) => it?.rows === 0))
  )

const duckdb = async (): Promise<RealEngine> => {
  const instance = await DuckDBInstance.create(':memory:')
  const connection = await instance.connect()
  const bird = `error('${song}')`
  await connection.run(`${table}; ${row}; CREATE MACRO canary() AS ${bird}; CREATE VIEW secret AS SELECT ${bird} AS a FROM table_`)
  const run: Run = async (sql) => {
    const statements = await connection.extractStatements(sql)
    if (statements.count !== 1) return null
    const result = await (await statements.prepare(0)).runAndReadAll()
    return { columns: result.columnNames(), rows: result.currentRowCount }
  }
  return {
    dialect: 'duckdb',
    escapes: escapesFrom(run),
    close: async () => {
      connection.closeSync()
      instance.closeSync()
    },
  }
}

const sqlite = async (): Promise<RealEngine> => {
  const database = new DatabaseSync(':memory:')
  database.function('canary', () => {
    throw new Error(song)
  })
  database.exec(`${table}; ${row}; CREATE VIEW secret AS SELECT canary() AS a FROM table_`)
  const run: Run = async (sql) => {
    const statement = database.prepare(sql)
    const rows = statement.all()
    return { columns: statement.columns().map(({ name }) => name), rows: rows.length }
  }
  return { dialect: 'sqlite', escapes: escapesFrom(run), close: async () => database.close() }
}

const postgres = async (server: TestServer): Promise<RealEngine> => {
  const { username: user, ...rest } = server.parameters
  const client = new Client({ ...rest, user })
  await client.connect()
  await client.query(
    `SET statement_timeout = 2000; ${table}; ${row};
    CREATE FUNCTION canary() RETURNS int LANGUAGE plpgsql AS $f$ BEGIN RAISE EXCEPTION '${song}'; END $f$;
    CREATE VIEW secret AS SELECT canary() AS a FROM table_`,
  )
  const run: Run = async (sql) => {
    const result = (await client.query({ text: sql, rowMode: 'array' })) as QueryArrayResult | QueryArrayResult[]
    return Array.isArray(result) ? null : { columns: result.fields.map(({ name }) => name), rows: result.rows.length }
  }
  return {
    dialect: 'postgresql',
    escapes: escapesFrom(run),
    close: async () => {
      await client.end()
      await server.stop()
    },
  }
}

const mariadb = async (server: TestServer): Promise<RealEngine> => {
  const { username: user, host, port, password, database } = server.parameters
  const connection = await createConnection({ user, host, port, password, database, multipleStatements: true, rowsAsArray: true })
  await connection.query(`SET max_statement_time = 2; ${table}; ${row}`)
  await connection.query(`CREATE FUNCTION canary() RETURNS INT BEGIN SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = '${song}'; RETURN 1; END`)
  await connection.query('CREATE VIEW secret AS SELECT canary() AS a FROM table_')
  const run: Run = async (sql) => {
    const [rows, fields] = (await connection.query(sql)) as unknown as [unknown[], (FieldPacket | FieldPacket[])[]]
    const names = fields.flatMap((field) => (Array.isArray(field) ? [] : [field.name]))
    return names.length === fields.length ? { columns: names, rows: rows.length } : null
  }
  return {
    dialect: 'mysql',
    escapes: escapesFrom(run),
    close: async () => {
      await connection.end()
      await server.stop()
    },
  }
}

export const startRealEngines = async (): Promise<RealEngine[]> => {
  const [first, second] = await Promise.all([startPostgres(), startMariadb()])
  return Promise.all([duckdb(), sqlite(), postgres(first), mariadb(second)])
}
