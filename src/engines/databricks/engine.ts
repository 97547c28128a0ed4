import type { Engine } from '../engine.ts'
import { databricksDialect } from './dialect.ts'
import { databricksParameters, type DatabricksParameters } from './parameters.ts'
import { databricksPackage } from './client.ts'

export const databricksEngine: Engine<DatabricksParameters> = {
  id: 'databricks',
  name: 'Databricks',
  schemes: ['databricks', 'databricks+connector'],
  defaultDriver: 'databricks',
  uriPlaceholder: 'databricks://token:access-token@host?http_path=/sql/1.0/warehouses/id&catalog=name&schema=name',
  parameters: databricksParameters,
  dialect: databricksDialect,
  driver: databricksPackage,
  byUri: true,
  isUntried: true,
  connect: async (parameters, options) => (await import('./driver.ts')).connectDatabricks(parameters, options),
}
