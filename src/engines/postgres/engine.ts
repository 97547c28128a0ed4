import type { Engine } from '../engine.ts'
import { postgresDialect } from './dialect.ts'
import { postgresFileTables } from './file-tables.ts'
import { postgresParameters } from './parameters.ts'
import type { PostgresParameters } from './parameters.ts'

export const postgresEngine: Engine<PostgresParameters> = {
  id: 'postgresql',
  name: 'PostgreSQL',
  schemes: ['postgresql', 'postgres', 'postgresql+psycopg2', 'postgresql+psycopg', 'postgresql+asyncpg'],
  defaultDriver: 'psycopg2',
  uriPlaceholder: 'postgresql://user:password@host:port/dbname[?key=value&key=value...]',
  parameters: postgresParameters,
  dialect: postgresDialect,
  keepsScans: true,
  yields: true,
  impersonates: true,
  fileTables: postgresFileTables,
  connect: async (parameters, options) => (await import('./driver.ts')).connectPostgres(parameters, options),
}
