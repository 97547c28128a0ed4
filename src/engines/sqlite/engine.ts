import { z } from 'zod'
import type { Engine } from '../engine.ts'
import { sqliteDialect } from './dialect.ts'

/** SQLite files, which the driver only ever reads. */
export const sqliteEngine: Engine = {
  id: 'sqlite',
  name: 'SQLite',
  schemes: ['sqlite', 'sqlite+pysqlite', 'sqlite3'],
  defaultDriver: 'pysqlite',
  uriPlaceholder: 'sqlite:////path/to/file.db',
  parameters: z.object({ database: z.string().optional(), query: z.record(z.string(), z.string()).optional() }),
  dialect: sqliteDialect,
  embedded: true,
  writesFiles: true,
  uninterruptible: true,
  connect: async (parameters, options) => (await import('./driver.ts')).connectSqlite(parameters, options),
}
