import type { Engine } from '../engine.ts'
import { postgresDialect } from '../postgres/dialect.ts'
import { postgresEngine } from '../postgres/engine.ts'
import type { PostgresParameters } from '../postgres/parameters.ts'

/** Postgres with an extension for time series. */
export const timescaledbEngine: Engine<PostgresParameters> = {
  ...postgresEngine,
  id: 'timescaledb',
  name: 'TimescaleDB',
  schemes: ['timescaledb', 'timescaledb+psycopg2'],
  uriPlaceholder: 'timescaledb://user:password@host:port/dbname[?key=value&key=value...]',
  dialect: { ...postgresDialect, id: 'timescaledb' },
  relativeOf: 'postgresql',
  isUntried: true,
}
