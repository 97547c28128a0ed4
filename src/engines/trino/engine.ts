import type { Engine } from '../engine.ts'
import { trinoDialect } from './dialect.ts'
import { trinoParameters } from './parameters.ts'
import type { TrinoParameters } from './parameters.ts'

export const trinoEngine: Engine<TrinoParameters> = {
  id: 'trino',
  name: 'Trino',
  schemes: ['trino', 'presto'],
  defaultDriver: 'rest',
  uriPlaceholder: 'trino://user:password@host:port/catalog',
  parameters: trinoParameters,
  dialect: trinoDialect,
  impersonates: true,
  connect: async (parameters, options) => (await import('./driver.ts')).connectTrino(parameters, options),
}
