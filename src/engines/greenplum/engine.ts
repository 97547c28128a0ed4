import type { Engine } from '../engine.ts'
import { postgresDialect } from '../postgres/dialect.ts'
import { postgresEngine } from '../postgres/engine.ts'
import type { PostgresParameters } from '../postgres/parameters.ts'

/** Postgres spread over several machines. */
export const greenplumEngine: Engine<PostgresParameters> = {
  ...postgresEngine,
  id: 'greenplum',
  name: 'Greenplum',
  schemes: ['greenplum', 'greenplum+psycopg2'],
  uriPlaceholder: 'greenplum://user:password@host:port/dbname[?key=value&key=value...]',
  dialect: { ...postgresDialect, id: 'greenplum' },
  relativeOf: 'postgresql',
  isUntried: true,
}
