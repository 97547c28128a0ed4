import { z } from 'zod'
import type { Engine } from '#engines/engine.ts'
import { t } from '#core/i18n/t.ts'
import { readObject } from '#core/encoding/read-object.ts'
import type { Row } from '../../../db/tables.ts'
import { acceptsFiles } from '../accepts-files.ts'
import { driverOf, engineOf, maskPassword, parametersOf, parseUri } from './uri.ts'

// Facts about a database that follow from its engine and settings.

/** What an engine supports; for a given database also whether it accepts uploads. */
export const engineInformation = (engine: Engine | undefined, row?: Pick<DatabaseRow, 'sqlalchemy_uri' | 'is_house'>) => ({
  disable_ssh_tunneling: engine === undefined || !hasParametersForm(engine),
  supports_dynamic_catalog: engine?.dialect.capabilities.catalogs ?? false,
  supports_file_upload: engine !== undefined && acceptsFiles(engine, row),
  supports_oauth2: false,
})

/** Whether the connection dialog has a form for the engine; engines with a host do. */
export const hasParametersForm = (engine: Engine): boolean => !engine.byUri && 'host' in (fieldsOf(engine).properties ?? {})

type JsonSchema = { properties?: Record<string, Record<string, unknown>>; required?: string[] }

const fieldsOf = (engine: Engine): JsonSchema => z.toJSONSchema(engine.parameters, { unrepresentable: 'any' }) as JsonSchema

/** Descriptions are translated, because the form shows them as labels. */
const fieldSchemas = (): Record<string, Record<string, unknown>> => ({
  username: { type: 'string', nullable: true, description: t('Username') },
  password: { type: 'string', nullable: true, description: t('Password') },
  host: { type: 'string', description: t('Hostname or IP address') },
  port: { type: 'integer', minimum: 0, maximum: 65_536, description: t('Database port') },
  database: { type: 'string', description: t('Database name') },
  query: { type: 'object', description: t('Additional parameters'), additionalProperties: {} },
  encryption: { type: 'boolean', description: t('Use an encrypted connection to the database') },
  ssh: { type: 'boolean', description: t('Use an ssh tunnel connection to the database') },
})

/** The connection form as JSON schema. */
export const parametersSchema = (engine: Engine) => {
  const { properties = {} } = fieldsOf(engine)
  const known = fieldSchemas()
  const names = [...Object.keys(properties).filter((name) => name in known), ...('host' in properties ? ['ssh'] : [])]
  return {
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name, known[name] ?? properties[name] ?? {}])),
    required: requiredParameters(engine),
    additionalProperties: false,
  }
}

/** Required fields of the connection form. */
export const requiredParameters = (engine: Engine): string[] => (hasParametersForm(engine) ? ['database', 'host', 'port', 'username'] : [])

export type DatabaseRow = Row<'databases'>

const extraOf = (row: Pick<DatabaseRow, 'extra'>) => readObject(row.extra)

export const engineOfRow = (row: Pick<DatabaseRow, 'sqlalchemy_uri'>): Engine | undefined => {
  const uri = parseUri(row.sqlalchemy_uri)
  return uri ? engineOf(uri.scheme) : undefined
}

export const backendOf = (row: Pick<DatabaseRow, 'sqlalchemy_uri' | 'engine'>): string => engineOfRow(row)?.id ?? row.engine

export const driverOfRow = (row: Pick<DatabaseRow, 'sqlalchemy_uri'>): string => {
  const uri = parseUri(row.sqlalchemy_uri)
  return uri ? driverOf(uri.scheme, engineOf(uri.scheme)) : ''
}

const isOn = (extra: Record<string, unknown>, name: string) => extra[name] === true

/** Capabilities that clients check. */
export const abilitiesOf = (row: Pick<DatabaseRow, 'extra' | 'id'>) => {
  const extra = extraOf(row)
  return {
    allow_multi_catalog: isOn(extra, 'allow_multi_catalog'),
    allows_cost_estimate: isOn(extra, 'cost_estimate_enabled'),
    allows_subquery: true,
    allows_virtual_table_explore: extra['allows_virtual_table_explore'] !== false,
    disable_data_preview: isOn(extra, 'disable_data_preview'),
    disable_drill_to_detail: isOn(extra, 'disable_drill_to_detail'),
    explore_database_id: Number(extra['explore_database_id'] ?? row.id),
  }
}

/** Connection parameters with the password masked. */
export const maskedParameters = (row: Pick<DatabaseRow, 'sqlalchemy_uri' | 'is_house'>) => {
  const uri = parseUri(row.sqlalchemy_uri)
  if (!uri || row.is_house) return {}
  const { username, password, host, port, database, query, encryption } = parametersOf(maskPassword(uri))
  return host === undefined
    ? { database: database ?? '', query }
    : { username: username ?? '', password: password ?? null, host, port: port ?? null, database: database ?? '', query, encryption }
}
