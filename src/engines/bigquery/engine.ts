import type { Engine } from '../engine.ts'
import { bigqueryPackage } from './client.ts'
import { bigqueryDialect } from './dialect.ts'
import { bigqueryParameters, type BigqueryParameters } from './parameters.ts'

export const bigqueryEngine: Engine<BigqueryParameters> = {
  id: 'bigquery',
  name: 'Google BigQuery',
  schemes: ['bigquery'],
  defaultDriver: 'bigquery',
  uriPlaceholder: 'bigquery://project/dataset?location=EU',
  parameters: bigqueryParameters,
  dialect: bigqueryDialect,
  driver: bigqueryPackage,
  byUri: true,
  hostIsAccount: true,
  isUntried: true,
  connect: async (parameters, options) => (await import('./driver.ts')).connectBigquery(parameters, options),
}
