import { DatabaseSync } from 'node:sqlite'
import type { StatementSync } from 'node:sqlite'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { ownValue } from '#core/encoding/own-keys.ts'
import type { Column } from '#core/table.ts'
import type { ConnectOptions, Connection, ConnectionParameters, StatementOptions } from '../engine.ts'
import { firstRows } from '../shared/first-rows.ts'
import { standardString } from '../shared/sql-text.ts'
import { refuseSeveral } from '../shared/single-statement.ts'
import { groupOutline } from '../shared/outline.ts'
import { authorize } from './authorize.ts'
import { typedColumn } from './typed-column.ts'
import type { Value } from './typed-column.ts'

const rowsPerBlock = 2_000

/** The one schema of a file; statements may leave it out. */
const mainSchema = 'main'
const isMainSchema = (schema: string | null | undefined) => !schema || schema.toLowerCase() === mainSchema

type Block = { columns: Column[]; declared: (string | null)[]; rowCount: number }

const open = (path: string, { memoryLimitMb }: ConnectOptions): DatabaseSync => {
  const database = new DatabaseSync(path, { readOnly: path !== ':memory:', timeout: 5_000 })
  database.exec('PRAGMA case_sensitive_like = ON')
  // The engine's own know ASCII letters only.
  database.function('lower', { deterministic: true }, (text) => (typeof text === 'string' ? text.toLowerCase() : text))
  database.function('upper', { deterministic: true }, (text) => (typeof text === 'string' ? text.toUpperCase() : text))
  if (memoryLimitMb) database.exec(`PRAGMA hard_heap_limit = ${memoryLimitMb * 2 ** 20}`)
  database.prepare('SELECT count(*) FROM sqlite_schema').get()
  return database
}

/** SQLite files. The store works on the host's own thread: cancel is the kill of the process that the engine gets for itself. */
export const connectSqlite = async (parameters: ConnectionParameters, options: ConnectOptions): Promise<Connection> => {
  const database = open(parameters.database || ':memory:', options)
  let closed = false

  const prepare = (sql: string, { readOnly = true }: Partial<StatementOptions>): StatementSync => {
    refuseSeveral(sql)
    database.setAuthorizer(readOnly ? authorize : null)
    try {
      const statement = database.prepare(sql)
      statement.setReadBigInts(true)
      statement.setReturnArrays(true)
      return statement
    } finally {
      database.setAuthorizer(null)
    }
  }

  /** Columns in blocks of a statement's first rows; between two blocks others get their turn. */
  async function* blocks(sql: string, how: StatementOptions, size: { block: number; limit?: number }): AsyncGenerator<Block> {
    const statement = prepare(sql, how)
    const heads = statement.columns()
    let values: Value[][] = heads.map(() => [])
    let rowCount = 0
    let total = 0
    const block = (): Block => {
      const made = {
        columns: heads.map(({ name, type }, i) => {
          const label = ownValue(how.labels, name) ?? name
          return typedColumn(label, { declared: type, known: how.types?.[label] }, values[i] ?? [])
        }),
        declared: heads.map(({ type }) => type),
        rowCount,
      }
      values = heads.map(() => [])
      rowCount = 0
      return made
    }
    for (const row of statement.iterate() as Iterable<unknown> as Iterable<Value[]>) {
      for (let i = 0; i < heads.length; i++) values[i]?.push(row[i] ?? null)
      rowCount++
      if (++total === size.limit) break
      if (rowCount < size.block) continue
      yield block()
      await nextTurn()
      how.signal.throwIfAborted()
    }
    if (rowCount > 0 || total === 0) yield block()
  }

  const ask = (sql: string): string[][] => {
    const statement = database.prepare(sql)
    statement.setReturnArrays(true)
    return statement.all() as unknown as string[][]
  }

  /** The first row determines the types of expressions, which have no declared type. */
  const sampled = async (sql: string, how: StatementOptions): Promise<Column[]> => {
    for await (const { columns } of blocks(sql, how, { block: 1, limit: 1 })) return columns
    return []
  }

  return {
    async query(sql, how) {
      const { rowLimit = Infinity } = how
      const reading = blocks(sql, how, { block: Infinity, limit: rowLimit + 1 })
      const { value } = await reading.next()
      const { columns, declared, rowCount }: Block = value ?? { columns: [], declared: [], rowCount: 0 }
      return {
        ...firstRows({ columns, rowCount }, rowLimit),
        nativeTypes: declared.map((type, i) => type ?? columns[i]?.type.toUpperCase() ?? ''),
      }
    },
    async *stream(sql, how) {
      for await (const { columns } of blocks(sql, how, { block: rowsPerBlock, limit: how.rowLimit })) yield columns
    },
    catalogs: async () => [],
    defaultCatalog: async () => null,
    schemas: async () => [mainSchema],
    defaultSchema: async () => mainSchema,
    tables: async (schema) =>
      (isMainSchema(schema)
        ? ask("SELECT name, type FROM sqlite_schema WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite_%' ORDER BY name")
        : []
      ).map(([name = '', type]) => ({ name, kind: type === 'view' ? 'view' : 'table' })),
    columns: async ({ schema, table }) =>
      (isMainSchema(schema)
        ? ask(`SELECT name, type, "notnull", pk FROM pragma_table_xinfo(${standardString(table)}) WHERE hidden <> 1`)
        : []
      ).map(([name = '', type = '', notNull, place]) => ({
        name,
        type,
        nullable: Number(notNull) === 0,
        ...(Number(place) > 0 && { isKey: true as const }),
      })),
    outline: async () =>
      groupOutline(
        ask(
          "SELECT 'main', t.name, t.type, c.name, c.type FROM sqlite_schema t LEFT JOIN pragma_table_xinfo(t.name) c ON c.hidden <> 1 WHERE t.type IN ('table', 'view') AND t.name NOT LIKE 'sqlite_%' ORDER BY t.name, c.cid",
        ),
      ),
    views: async () =>
      ask("SELECT name, sql FROM sqlite_schema WHERE type = 'view'").map(([name = '', definition = null]) => ({
        schema: mainSchema,
        name,
        definition,
      })),
    functionNames: async () => ask('SELECT DISTINCT name FROM pragma_function_list').map(([name = '']) => name),
    describe: async (sql, how) => {
      const heads = prepare(sql, how).columns()
      const sample = heads.every(({ type }) => type) ? [] : await sampled(sql, how)
      return heads.map(({ name, type }, i) => ({ name, type: type ?? sample[i]?.type.toUpperCase() ?? 'TEXT', nullable: true }))
    },
    ping: async () => void ask('SELECT 1'),
    cancel: async () => {},
    alive: () => !closed,
    close: async () => {
      if (closed) return
      closed = true
      database.close()
    },
  }
}
