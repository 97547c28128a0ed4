/** The tables of test/conformance/data, loaded into any engine under test. */
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { DuckDBInstance } from '@duckdb/node-api'
import type { DuckDBConnection } from '@duckdb/node-api'
import type { Attachment, ConnectionParameters } from '../../src/engines/engine.ts'

export const dataFolder = fileURLToPath(new URL('../conformance/data', import.meta.url))

export const tableNames = async (): Promise<string[]> =>
  (await readdir(dataFolder)).filter((name) => name.endsWith('.parquet')).map((name) => basename(name, '.parquet'))

const literal = (text: string) => `'${text.replaceAll("'", "''")}'`
/** Tables by the name of their Parquet file, in a folder of such files. */
const parquet = (table: string, folder: string) => literal(join(folder, `${table}.parquet`))

/** A column of a Parquet file, with DuckDB's name of its type. */
export type SourceColumn = { name: string; type: string }

const withDuckdb = async <R>(use: (connection: DuckDBConnection) => Promise<R>, path = ':memory:'): Promise<R> => {
  const instance = await DuckDBInstance.create(path)
  const connection = await instance.connect()
  try {
    await connection.run("SET TimeZone = 'UTC'")
    return await use(connection)
  } finally {
    connection.closeSync()
    instance.closeSync()
  }
}

const describe = async (connection: DuckDBConnection, table: string, folder: string): Promise<SourceColumn[]> =>
  (await connection.runAndReadAll(`DESCRIBE FROM ${parquet(table, folder)}`)).getRowObjectsJS().map((row) => ({
    name: String(row['column_name']),
    type: String(row['column_type']),
  }))

/** One immutable generation per table, as uploads make them. */
export const makeGenerations = async (folder: string, tables: string[]): Promise<Attachment[]> => {
  await mkdir(folder, { recursive: true })
  return Promise.all(
    tables.map(async (table) => {
      const path = join(folder, `${table}.duckdb`)
      await withDuckdb((connection) => connection.run(`CREATE TABLE data AS FROM ${parquet(table, dataFolder)}`), path)
      return { path, schema: 'main', table }
    }),
  )
}

/** A DuckDB file with all tables, as a user would bring it. */
export const makeDuckdbFile = (path: string, tables: string[], folder = dataFolder): Promise<void> =>
  withDuckdb(async (connection) => {
    for (const table of tables) await connection.run(`CREATE TABLE "${table}" AS FROM ${parquet(table, folder)}`)
  }, path)

/** Names of a table's columns, as they are written. */
export const columnNames = (table: string): Promise<string[]> =>
  withDuckdb(async (connection) => (await describe(connection, table, dataFolder)).map(({ name }) => name))

/** The tables once more, in another folder, each value as the expression has it that `value` gives for its column. */
export const makeTables = (folder: string, value: (column: SourceColumn, name: string) => string): Promise<void> =>
  withDuckdb(async (connection) => {
    for (const table of await tableNames()) {
      const values = (await describe(connection, table, dataFolder)).map((column) => {
        const name = `"${column.name.replaceAll('"', '""')}"`
        return `${value(column, name)} AS ${name}`
      })
      const target = parquet(table, folder)
      await connection.run(`COPY (SELECT ${values.join(', ')} FROM ${parquet(table, dataFolder)}) TO ${target} (FORMAT parquet)`)
    }
  })

type Target = {
  quote: (name: string) => string
  types: Record<string, string>
  /** What a column's values are turned into before they travel as CSV. */
  value?: (column: SourceColumn, name: string) => string
  load: (sql: string, table: string, file: string) => Promise<unknown>
}

const typeOf = ({ types }: Target, { type }: SourceColumn): string => types[type] ?? types[type.replace(/\(.*/, '')] ?? type

/** By way of one CSV file per table, which the server reads itself; `\N` is null. */
const loadByCsv = async (target: Target, tables: string[], source: string): Promise<void> => {
  const folder = await mkdtemp(join(tmpdir(), 'chartroom-load-'))
  await import('node:fs/promises').then(({ chmod }) => chmod(folder, 0o755))
  try {
    await withDuckdb(async (connection) => {
      for (const table of tables) {
        const columns = await describe(connection, table, source)
        const file = join(folder, `${table}.csv`)
        const values = columns.map((column) => {
          const name = `"${column.name.replaceAll('"', '""')}"`
          return `${target.value?.(column, name) ?? name} AS ${name}`
        })
        const texts = columns.filter(({ type }) => type === 'VARCHAR').map(({ name }) => `"${name.replaceAll('"', '""')}"`)
        const quoted = texts.length > 0 ? `, FORCE_QUOTE (${texts.join(', ')})` : ''
        await connection.run(
          `COPY (SELECT ${values.join(', ')} FROM ${parquet(table, source)}) TO ${literal(file)} (FORMAT csv, HEADER false, NULLSTR '\\N'${quoted})`,
        )
        const definition = columns.map((column) => `${target.quote(column.name)} ${typeOf(target, column)}`).join(', ')
        await target.load(`CREATE TABLE ${target.quote(table)} (${definition})`, table, file)
      }
    })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const postgresTypes = { VARCHAR: 'TEXT', DOUBLE: 'DOUBLE PRECISION', DECIMAL: 'NUMERIC(38,9)' }
const mysqlTypes = {
  VARCHAR: 'TEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin',
  TIMESTAMP: 'DATETIME(6)',
  'TIMESTAMP WITH TIME ZONE': 'DATETIME(6)',
  DECIMAL: 'DECIMAL(38,9)',
}

const clickhouseTypes = {
  VARCHAR: 'Nullable(String)',
  BOOLEAN: 'Nullable(Bool)',
  INTEGER: 'Nullable(Int32)',
  BIGINT: 'Nullable(Int64)',
  DOUBLE: 'Nullable(Float64)',
  DECIMAL: 'Nullable(Decimal(38, 9))',
  DATE: 'Nullable(Date32)',
  TIMESTAMP: 'Nullable(DateTime64(6))',
  'TIMESTAMP WITH TIME ZONE': "Nullable(DateTime64(6, 'UTC'))",
}

const loaders: Record<string, (parameters: ConnectionParameters, tables: string[], source: string) => Promise<void>> = {
  postgresql: async (parameters, tables, source) => {
    const { Client } = await import('pg')
    const { username, ...rest } = parameters
    const client = new Client({ ...rest, user: username, query_timeout: 0 } as ConstructorParameters<typeof Client>[0])
    await client.connect()
    const quote = (name: string) => `"${name.replaceAll('"', '""')}"`
    await loadByCsv(
      {
        quote,
        types: postgresTypes,
        load: async (create, table, file) => {
          await client.query(`DROP TABLE IF EXISTS ${quote(table)}`)
          await client.query(create)
          // FORCE_NULL lets a quoted \N be null; an empty text stays a text.
          const columns = (await client.query(`SELECT * FROM ${quote(table)} LIMIT 0`)).fields.map((field) => quote(field.name))
          await client.query(`COPY ${quote(table)} FROM ${literal(file)} (FORMAT csv, NULL '\\N', FORCE_NULL (${columns.join(', ')}))`)
        },
      },
      tables,
      source,
    )
    await client.query('ANALYZE')
    await client.end()
  },
  mysql: async (parameters, tables, source) => {
    const { createConnection } = await import('mysql2/promise')
    const connection = await createConnection({
      host: parameters.host,
      port: parameters.port,
      user: parameters.username,
      password: parameters.password,
      database: parameters.database,
    })
    await connection.query("SET time_zone = '+00:00'")
    const quote = (name: string) => `\`${name.replaceAll('`', '``')}\``
    await loadByCsv(
      {
        quote,
        types: mysqlTypes,
        value: ({ type }, name) => {
          if (type === 'BOOLEAN') return `CAST(${name} AS INTEGER)`
          if (type === 'DOUBLE') return `CASE WHEN isfinite(${name}) THEN ${name} END`
          if (type === 'TIMESTAMP WITH TIME ZONE') return `strftime(${name} AT TIME ZONE 'UTC', '%Y-%m-%d %H:%M:%S.%f')`
          return type === 'VARCHAR' ? `replace(${name}, '\\', '\\\\')` : name
        },
        load: async (create, table, file) => {
          await connection.query(create)
          await connection.query(
            `LOAD DATA INFILE ${literal(file)} INTO TABLE ${quote(table)} CHARACTER SET utf8mb4 FIELDS TERMINATED BY ',' ENCLOSED BY '"' ESCAPED BY '\\\\' LINES TERMINATED BY '\\n'`,
          )
        },
      },
      tables,
      source,
    )
    await connection.end()
  },
  /** The ClickHouse inside chdb reads any file of the machine. */
  clickhousedb: async ({ host, port }, tables, source) => {
    const post = async (sql: string) => {
      const answer = await fetch(`http://${host}:${port}/`, { method: 'POST', body: sql })
      if (!answer.ok) throw new Error(await answer.text())
    }
    const quote = (name: string) => `\`${name}\``
    await loadByCsv(
      {
        quote,
        types: clickhouseTypes,
        value: ({ type }, name) => {
          if (type === 'BOOLEAN') return `CAST(${name} AS INTEGER)`
          return type === 'TIMESTAMP WITH TIME ZONE' ? `strftime(${name} AT TIME ZONE 'UTC', '%Y-%m-%d %H:%M:%S.%f')` : name
        },
        load: async (create, table, file) => {
          await post(`${create} ENGINE = MergeTree ORDER BY tuple()`)
          const structure = create.slice(create.indexOf('(') + 1, -1)
          await post(`INSERT INTO ${quote(table)} SELECT * FROM file(${literal(file)}, 'CSV', ${literal(structure)})`)
        },
      },
      tables,
      source,
    )
  },
  sqlite: async ({ database = '' }, tables, source) => {
    const store = new DatabaseSync(database)
    await withDuckdb(async (connection) => {
      for (const table of tables) {
        const columns = await describe(connection, table, source)
        const quote = (name: string) => `"${name.replaceAll('"', '""')}"`
        const values = columns.map(({ name, type }) =>
          type === 'TIMESTAMP WITH TIME ZONE'
            ? `CAST(${quote(name)} AT TIME ZONE 'UTC' AS VARCHAR)`
            : /^(TIMESTAMP|DATE|DECIMAL)/.test(type)
              ? `CAST(${quote(name)} AS VARCHAR)`
              : quote(name),
        )
        store.exec(`CREATE TABLE ${quote(table)} (${columns.map(({ name, type }) => `${quote(name)} ${type}`).join(', ')})`)
        const insert = store.prepare(`INSERT INTO ${quote(table)} VALUES (${columns.map(() => '?').join(', ')})`)
        store.exec('BEGIN')
        const reader = await connection.runAndReadAll(`SELECT ${values.join(', ')} FROM ${parquet(table, source)}`)
        for (const row of reader.getRowsJS())
          insert.run(...row.map((value) => (typeof value === 'boolean' ? Number(value) : (value as string | number | null))))
        store.exec('COMMIT')
      }
    })
    store.close()
  },
}

/** Creates and fills the tables (all of them unless named) in the database that the parameters name; `source` is a folder of Parquet files. */
export const loadConformanceTables = async (
  { engine, parameters }: { engine: string; parameters: ConnectionParameters },
  tables?: string[],
  source = dataFolder,
): Promise<void> => {
  const load = loaders[engine]
  if (!load) throw new Error(`no way to load tables into ${engine}`)
  await load(parameters, tables ?? (await tableNames()), source)
}
