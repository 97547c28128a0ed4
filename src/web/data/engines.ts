import type { AvailableEngine, ParameterField } from '#api/database.ts'

/** A field of a connection form, from the engine's JSON schema. */
export type EngineField = { name: string; label: string; kind: 'text' | 'number' | 'password' | 'switch' | 'pairs'; required: boolean }

/** An engine that can be connected. */
export type EngineChoice = {
  name: string
  engine: string
  driver: string | null
  preferred: boolean
  placeholder: string
  /** Empty = only the address as a whole. */
  fields: EngineField[]
}

/** What of an available engine the form is made from. */
type ListedEngine = Pick<AvailableEngine, 'name' | 'engine' | 'preferred' | 'sqlalchemy_uri_placeholder' | 'default_driver' | 'parameters'>

/** The order people fill them in; fields of other names come after. */
const order = ['host', 'port', 'database', 'username', 'password', 'encryption', 'query']
const placeOf = (name: string) => (order.includes(name) ? order.indexOf(name) : order.length)

const kindOf = (name: string, field: ParameterField): EngineField['kind'] => {
  if (name === 'password' || /token|secret|key/.test(name)) return 'password'
  if (field.type === 'integer' || field.type === 'number') return 'number'
  if (field.type === 'boolean') return 'switch'
  return field.type === 'object' ? 'pairs' : 'text'
}

/** Tunnels are made outside of this form. */
const skipped = new Set(['ssh'])

const fieldsOf = ({ parameters }: ListedEngine): EngineField[] =>
  Object.entries(parameters?.properties ?? {})
    .filter(([name]) => !skipped.has(name))
    .map(([name, field]) => ({
      name,
      label: field.description || name,
      kind: kindOf(name, field),
      required: parameters?.required?.includes(name) ?? false,
    }))
    .sort((a, b) => placeOf(a.name) - placeOf(b.name))

/** Reads the answer of GET /api/v1/database/available/; PostgreSQL, the one most looked for, stands first. */
export const readEngines = ({ databases }: { databases: ListedEngine[] }): EngineChoice[] =>
  databases
    .map((wire) => ({
      name: wire.name,
      engine: wire.engine,
      driver: wire.default_driver ?? null,
      preferred: wire.preferred ?? false,
      placeholder: wire.sqlalchemy_uri_placeholder ?? '',
      fields: fieldsOf(wire),
    }))
    .sort((a, b) => Number(b.name === 'PostgreSQL') - Number(a.name === 'PostgreSQL'))
