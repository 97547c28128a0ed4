import type { z } from 'zod'
import { jsonFault } from '#core/encoding/json/json-fault.ts'
import { body, flag, integer, mapping, oneOf, openBody, text, uuid } from '../declare/field.ts'

/** JSON as text; the error states where it stops being JSON. */
const documentText = () =>
  text().superRefine((value, context) => {
    const fault = value === '' ? null : jsonFault(value)
    if (fault) context.addIssue({ code: 'custom', message: `Field cannot be decoded by JSON. ${fault}` })
  })

const uriForm = 'backend+driver://user:password@database-host/database-name'

const uriText = (min: number) =>
  text({ min, max: 1024 }).superRefine((value, context) => {
    if (/^[\w+.-]+:\/\/.*$/s.test(value)) return
    context.addIssue({ code: 'custom', message: `Invalid connection string, a valid string usually follows: ${uriForm}` })
  })

/** Superset's other fields of a tunnel, its id and the way to log in, follow from these. */
export const sshTunnel = openBody({
  server_address: text({ min: 1, max: 255 }),
  server_port: integer().refine((port) => port > 0 && port <= 65_535, { error: 'Not a valid integer.' }),
  username: text({ min: 1, max: 255 }),
  password: text().nullable().optional(),
  private_key: text().nullable().optional(),
  private_key_password: text().nullable().optional(),
  /** Ours: the fingerprint of the server's host key. Without one, the key that the server shows first is trusted; an empty one is forgotten. */
  server_host_key: text({ min: 0, max: 200 }).nullable().optional(),
})

const certificateText = () =>
  text().superRefine((value, context) => {
    if (value.trim() === '' || /-----BEGIN CERTIFICATE-----[\s\S]+-----END CERTIFICATE-----/.test(value)) return
    context.addIssue({ code: 'custom', message: 'Invalid certificate' })
  })

const connection = {
  engine: text().nullable().optional(),
  driver: text().nullable().optional(),
  configuration_method: oneOf('sqlalchemy_form', 'dynamic_form').optional(),
  parameters: mapping().optional(),
  extra: documentText().optional(),
  masked_encrypted_extra: documentText().nullable().optional(),
  server_cert: certificateText().nullable().optional(),
  impersonate_user: flag().optional(),
  ssh_tunnel: sshTunnel.nullable().optional(),
}

const switches = {
  expose_in_sqllab: flag().optional(),
  allow_run_async: flag().optional(),
  allow_file_upload: flag().optional(),
  allow_ctas: flag().optional(),
  allow_cvas: flag().optional(),
  allow_dml: flag().optional(),
  cache_timeout: integer().nullable().optional(),
  force_ctas_schema: text({ min: 0, max: 250 }).nullable().optional(),
  is_managed_externally: flag().nullable().optional(),
  external_url: text().nullable().optional(),
}

export const newDatabase = openBody({
  database_name: text({ min: 1, max: 250 }),
  sqlalchemy_uri: uriText(1).optional(),
  uuid: uuid().optional(),
  ...connection,
  ...switches,
})
export type NewDatabase = z.output<typeof newDatabase>

export const databasePatch = openBody({
  database_name: text({ min: 1, max: 250 }).nullable().optional(),
  sqlalchemy_uri: uriText(0).optional(),
  uuid: uuid().optional(),
  ...connection,
  ...switches,
})
export type DatabasePatch = z.output<typeof databasePatch>

export const connectionTrial = body({
  database_name: text({ min: 1, max: 250 }).nullable().optional(),
  sqlalchemy_uri: uriText(1).optional(),
  ...connection,
})
export type ConnectionTrial = z.output<typeof connectionTrial>

export const parametersToCheck = openBody({
  id: integer().nullable().optional(),
  engine: text(),
  configuration_method: oneOf('sqlalchemy_form', 'dynamic_form'),
  database_name: text({ min: 1, max: 250 }).nullable().optional(),
  driver: text().nullable().optional(),
  parameters: mapping().optional(),
  catalog: mapping().optional(),
  extra: documentText().optional(),
  masked_encrypted_extra: documentText().nullable().optional(),
  server_cert: certificateText().nullable().optional(),
  impersonate_user: flag().optional(),
  ssh_tunnel: sshTunnel.nullable().optional(),
})
export type ParametersToCheck = z.output<typeof parametersToCheck>
