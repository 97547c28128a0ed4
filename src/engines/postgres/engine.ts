import type { Engine } from '../engine.ts'
import { postgresDialect } from './dialect.ts'
import { postgresFileTables } from './file-tables.ts'
import { postgresParameters, sslModes } from './parameters.ts'
import type { PostgresParameters } from './parameters.ts'

export const postgresEngine: Engine<PostgresParameters> = {
  id: 'postgresql',
  name: 'PostgreSQL',
  schemes: ['postgresql', 'postgres', 'postgresql+psycopg2', 'postgresql+psycopg', 'postgresql+asyncpg'],
  defaultDriver: 'psycopg2',
  uriPlaceholder: 'postgresql://user:password@host:port/dbname[?key=value&key=value...]',
  parameters: postgresParameters,
  dialect: postgresDialect,
  sslModes: { parameter: 'sslmode', values: sslModes },
  keepsScans: true,
  yields: true,
  fileTables: postgresFileTables,
  connect: async (parameters, options) => (await import('./driver.ts')).connectPostgres(parameters, options),
}
