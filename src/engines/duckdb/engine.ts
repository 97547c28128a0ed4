import { basename } from 'node:path'
import { z } from 'zod'
import type { Engine } from '../engine.ts'
import { duckdbDialect } from './dialect.ts'

/** Connected DuckDB files, and the house database of uploaded tables; the driver only reads both. */
export const duckdbEngine: Engine = {
  id: 'duckdb',
  name: 'DuckDB',
  schemes: ['duckdb', 'duckdb+duckdb_engine'],
  defaultDriver: 'duckdb_engine',
  uriPlaceholder: 'duckdb:////path/to/duck.db',
  parameters: z.object({ database: z.string().optional(), query: z.record(z.string(), z.string()).optional() }),
  dialect: duckdbDialect,
  // DuckDB names a file's catalog by the file name up to the first dot.
  shortCatalog: ({ database }) => ({ catalog: database ? (basename(database).split('.')[0] ?? '') : 'memory', schema: 'main' }),
  embedded: true,
  writesFiles: true,
  keepsScans: true,
  keepsRollUps: true,
  connect: async (parameters, options) => (await import('./driver.ts')).connectDuckdb(parameters, options),
}
