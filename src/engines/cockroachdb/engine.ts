import type { Engine } from '../engine.ts'
import { postgresDialect } from '../postgres/dialect.ts'
import { postgresEngine } from '../postgres/engine.ts'
import type { PostgresParameters } from '../postgres/parameters.ts'

const { keepsScans: _scans, yields: _yields, fileTables: _fileTables, ...sharedPostgres } = postgresEngine

/** Speaks the protocol and most of the SQL of Postgres; temporary tables, parallel workers and uploads are not relied on. */
export const cockroachdbEngine: Engine<PostgresParameters> = {
  ...sharedPostgres,
  id: 'cockroachdb',
  name: 'CockroachDB',
  schemes: ['cockroachdb', 'cockroachdb+psycopg2'],
  uriPlaceholder: 'cockroachdb://user:password@host:port/dbname[?key=value&key=value...]',
  dialect: { ...postgresDialect, id: 'cockroachdb', parser: 'cockroachdb' },
  relativeOf: 'postgresql',
  isUntried: true,
}
