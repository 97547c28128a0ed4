import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { YieldingSqliteDialect } from './yielding-sqlite.ts'

export type SqliteStore = {
  dialect: YieldingSqliteDialect
  /** A text that changes whenever anything is written, by any connection. */
  version(): string
}

/** Kysely's SQLite dialect on node:sqlite: one writer, WAL, waits up to 5 s for a lock. */
export const openSqliteStore = (path: string): SqliteStore => {
  const database = new DatabaseSync(path, { timeout: 5000 })
  database.exec('pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on')
  database.function('fold', { deterministic: true }, (text) => (typeof text === 'string' ? text.toLowerCase() : text))
  const statements = new Map<string, { statement: StatementSync; reader: boolean }>()
  const prepare = (sql: string) => {
    const known = statements.get(sql)
    if (known) return known
    const statement = database.prepare(sql)
    const prepared = { statement, reader: statement.columns().length > 0 }
    if (statements.size < 500) statements.set(sql, prepared)
    return prepared
  }
  const changes = database.prepare('select total_changes() as own, data_version as others from pragma_data_version')
  const dialect = new YieldingSqliteDialect({
    database: {
      close: () => database.close(),
      prepare: (sql) => {
        // When the disk is full SQLite has already rolled the transaction back; another rollback would fail and hide the cause.
        if (sql === 'rollback' && !database.isTransaction) return emptyStatement
        const { statement, reader } = prepare(sql)
        return {
          reader,
          all: (values) => statement.all(...toBindable(values)),
          run: (values) => statement.run(...toBindable(values)),
          iterate: (values) => statement.iterate(...toBindable(values)) as IterableIterator<unknown>,
        }
      },
    },
  })
  return {
    dialect,
    version: () => {
      const { own, others } = changes.get() ?? {}
      return `${own} ${others}`
    },
  }
}

const emptyStatement = {
  reader: false,
  all: () => [],
  run: () => ({ changes: 0, lastInsertRowid: 0 }),
  iterate: () => [][Symbol.iterator](),
}

/** node:sqlite would read an object as named parameters, so only plain values are allowed. */
const toBindable = (values: readonly unknown[]) =>
  values.map((value) => {
    if (value === undefined) return null
    if (value === null || ['string', 'number', 'bigint'].includes(typeof value) || value instanceof Uint8Array) {
      return value as string | number | bigint | null | Uint8Array
    }
    throw new TypeError(`Cannot store a ${typeof value} in the metadata database`)
  })
