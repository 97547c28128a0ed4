import type { AvailableEngine, ParameterField } from '#api/database.ts'

/** A field of a connection form, from the engine's JSON schema. */
export type EngineField = { name: string; label: string; kind: 'text' | 'number' | 'password' | 'switch' | 'pairs'; required: boolean }

/** An engine that users can connect to. */
export type EngineChoice = {
  name: string
  engine: string
  driver: string | null
  preferred: boolean
  placeholder: string
  isUntried: boolean
  /** The driver that has to be installed on the server first. */
  missingDriver: { name: string; version: string; size_mb: number } | null
  /** It can be reached through an SSH tunnel. */
  hasTunnel: boolean
  /** Empty: the form offers only the connection URI. */
  fields: EngineField[]
}

/** The part of the response that the form uses. */
type ListedEngine = Pick<
  AvailableEngine,
  | 'name'
  | 'engine'
  | 'preferred'
  | 'sqlalchemy_uri_placeholder'
  | 'default_driver'
  | 'parameters'
  | 'engine_information'
  | 'is_untried'
  | 'missing_driver'
>

/** Other fields come after these. */
const fieldOrder = ['host', 'port', 'database', 'username', 'password', 'encryption', 'query']
const orderOf = (name: string) => (fieldOrder.includes(name) ? fieldOrder.indexOf(name) : fieldOrder.length)

const kindOf = (name: string, field: ParameterField): EngineField['kind'] => {
  if (name === 'password' || /token|secret|key/.test(name)) return 'password'
  if (field.type === 'integer' || field.type === 'number') return 'number'
  if (field.type === 'boolean') return 'switch'
  return field.type === 'object' ? 'pairs' : 'text'
}

/** Tunnels have a section of their own. */
const hiddenFields = new Set(['ssh'])

const fieldsOf = ({ parameters }: ListedEngine): EngineField[] =>
  Object.entries(parameters?.properties ?? {})
    .filter(([name]) => !hiddenFields.has(name))
    .map(([name, field]) => ({
      name,
      label: field.description || name,
      kind: kindOf(name, field),
      required: parameters?.required?.includes(name) ?? false,
    }))
    .sort((a, b) => orderOf(a.name) - orderOf(b.name))

/** Reads the response of GET /api/v1/database/available/, the most common engines first. */
export const readEngines = ({ databases }: { databases: ListedEngine[] }): EngineChoice[] =>
  databases.map((wire) => ({
    name: wire.name,
    engine: wire.engine,
    driver: wire.default_driver ?? null,
    preferred: wire.preferred ?? false,
    placeholder: wire.sqlalchemy_uri_placeholder ?? '',
    isUntried: wire.is_untried === true,
    missingDriver: wire.missing_driver ?? null,
    hasTunnel: wire.engine_information?.['disable_ssh_tunneling'] === false,
    fields: fieldsOf(wire),
  }))
