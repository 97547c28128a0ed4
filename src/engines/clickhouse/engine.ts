import type { Engine } from '../engine.ts'
import { clickhouseDialect } from './dialect.ts'
import { clickhouseParameters } from './parameters.ts'
import type { ClickhouseParameters } from './parameters.ts'

export const clickhouseEngine: Engine<ClickhouseParameters> = {
  id: 'clickhousedb',
  name: 'ClickHouse',
  schemes: ['clickhousedb', 'clickhousedb+connect', 'clickhouse', 'clickhouse+http', 'clickhouse+native'],
  defaultDriver: 'connect',
  uriPlaceholder: 'clickhousedb://user:password@host[:port][/dbname][?secure=value&=value...]',
  parameters: clickhouseParameters,
  dialect: clickhouseDialect,
  connect: async (parameters, options) => (await import('./driver.ts')).connectClickhouse(parameters, options),
}
