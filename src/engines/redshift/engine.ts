import type { Engine } from '../engine.ts'
import { postgresEngine } from '../postgres/engine.ts'
import type { PostgresParameters } from '../postgres/parameters.ts'
import { redshiftCatalog } from './catalog.ts'
import { redshiftDialect } from './dialect.ts'

const { keepsScans: _scans, yields: _yields, impersonates: _impersonates, fileTables: _fileTables, ...sharedPostgres } = postgresEngine

const sessionSql = (timezone: string) =>
  `SET timezone = ${redshiftDialect.literal({ type: 'string', value: timezone })}; SET datestyle = 'ISO'; SET extra_float_digits = 2`

/** Speaks the protocol of Postgres and the SQL of its eighth version, with functions of its own. */
export const redshiftEngine: Engine<PostgresParameters> = {
  ...sharedPostgres,
  id: 'redshift',
  name: 'Amazon Redshift',
  schemes: ['redshift+psycopg2', 'redshift', 'redshift+redshift_connector'],
  uriPlaceholder: 'redshift+psycopg2://user:password@host:port/dbname[?key=value&key=value...]',
  parameters: postgresEngine.parameters,
  dialect: redshiftDialect,
  relativeOf: 'postgresql',
  isUntried: true,
  connect: async (parameters, options) =>
    (await import('../postgres/driver.ts')).connectPostgres(parameters, options, { sessionSql, catalogQueries: redshiftCatalog }),
}
