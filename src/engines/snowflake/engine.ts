import type { Engine } from '../engine.ts'
import { snowflakeDialect } from './dialect.ts'
import { snowflakeParameters, type SnowflakeParameters } from './parameters.ts'
import { snowflakePackage } from './sdk.ts'

export const snowflakeEngine: Engine<SnowflakeParameters> = {
  id: 'snowflake',
  name: 'Snowflake',
  schemes: ['snowflake'],
  defaultDriver: 'snowflake',
  uriPlaceholder: 'snowflake://user:password@account/dbname/schema?warehouse=name&role=name',
  parameters: snowflakeParameters,
  dialect: snowflakeDialect,
  driver: snowflakePackage,
  byUri: true,
  hostIsAccount: true,
  isUntried: true,
  connect: async (parameters, options) => (await import('./driver.ts')).connectSnowflake(parameters, options),
}
