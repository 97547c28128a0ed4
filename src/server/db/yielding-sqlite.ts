import { setImmediate } from 'node:timers/promises'
import { SqliteDialect, SqliteDriver, type DatabaseConnection, type SqliteDialectConfig } from 'kysely'

/** A statement that took longer lets other requests run before the next one. */
const slowStatementMs = 5

const yieldAfterSlow = (connection: DatabaseConnection): DatabaseConnection => ({
  executeQuery: async (query) => {
    const startedAt = performance.now()
    const result = await connection.executeQuery<never>(query)
    if (performance.now() - startedAt > slowStatementMs) await setImmediate()
    return result
  },
  streamQuery: (query, chunkSize) => connection.streamQuery(query, chunkSize),
})

class YieldingSqliteDriver extends SqliteDriver {
  override async acquireConnection(): Promise<DatabaseConnection> {
    return yieldAfterSlow(await super.acquireConnection())
  }
}

/**
 * Kysely's dialect for synchronous SQLite, where all statements of a transaction would run in one turn of the event loop. Each slow
 * statement and the commit get their own turn, so that a large write holds other requests no longer than its longest step.
 */
export class YieldingSqliteDialect extends SqliteDialect {
  readonly #config: SqliteDialectConfig

  constructor(config: SqliteDialectConfig) {
    super(config)
    this.#config = config
  }

  override createDriver(): SqliteDriver {
    return new YieldingSqliteDriver(this.#config)
  }
}
