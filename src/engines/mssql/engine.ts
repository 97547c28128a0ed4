import type { Engine } from '../engine.ts'
import { mssqlDialect } from './dialect.ts'
import { mssqlParameters, type MssqlParameters } from './parameters.ts'
import { tediousPackage } from './tedious.ts'

export const mssqlEngine: Engine<MssqlParameters> = {
  id: 'mssql',
  name: 'Microsoft SQL Server',
  schemes: ['mssql', 'mssql+pymssql', 'mssql+pyodbc'],
  defaultDriver: 'pymssql',
  uriPlaceholder: 'mssql://user:password@host:port/dbname[?key=value&key=value...]',
  parameters: mssqlParameters,
  dialect: mssqlDialect,
  driver: tediousPackage,
  isUntried: true,
  connect: async (parameters, options) => (await import('./driver.ts')).connectMssql(parameters, options),
}
