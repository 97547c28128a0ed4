import type { FieldPathByValue } from 'react-hook-form'
import { t } from '#core/i18n/t.ts'
import type { EngineChoice } from '../data/engines.ts'
import type { Connection } from './connection.ts'

export type SectionKey = 'tunnel' | 'sqllab' | 'performance' | 'security' | 'other'

export type SectionField =
  | { kind: 'check'; name: FieldPathByValue<Connection, boolean>; label: string; hint?: string }
  | { kind: 'text' | 'number' | 'document'; name: FieldPathByValue<Connection, string>; label: string; hint?: string; example?: string }

export type SectionSpec = { key: SectionKey; title: string; text: string; fields: SectionField[] }

const sqlLab = (): SectionSpec => ({
  key: 'sqllab',
  title: t('SQL Lab'),
  text: t('Adjust how this database will interact with SQL Lab.'),
  fields: [
    { kind: 'check', name: 'expose_in_sqllab', label: t('Expose database in SQL Lab') },
    { kind: 'check', name: 'allow_ctas', label: t('Allow CREATE TABLE AS') },
    { kind: 'check', name: 'allow_cvas', label: t('Allow CREATE VIEW AS') },
    {
      kind: 'text',
      name: 'force_ctas_schema',
      label: t('CTAS & CVAS SCHEMA'),
      hint: t('All tables and views that SQL Lab creates go into this schema.'),
    },
    { kind: 'check', name: 'allow_dml', label: t('Allow DDL and DML'), hint: t('Statements that change data or tables may be run.') },
    { kind: 'check', name: 'extra.cost_estimate_enabled', label: t('Enable query cost estimation') },
    { kind: 'check', name: 'extra.allows_virtual_table_explore', label: t('Allow this database to be explored') },
    { kind: 'check', name: 'extra.disable_data_preview', label: t('Disable SQL Lab data preview queries') },
  ],
})

const performance = (): SectionSpec => ({
  key: 'performance',
  title: t('Performance'),
  text: t('Adjust performance settings of this database.'),
  fields: [
    {
      kind: 'number',
      name: 'cache_timeout',
      label: t('Chart cache timeout'),
      hint: t('Seconds that results are kept; empty = as the server says, -1 = never kept.'),
    },
    {
      kind: 'number',
      name: 'extra.schema_cache_timeout',
      label: t('Schema cache timeout'),
      hint: t('Seconds that the list of schemas is kept; empty = read each time, 0 = kept until it is refreshed.'),
    },
    {
      kind: 'number',
      name: 'extra.table_cache_timeout',
      label: t('Table cache timeout'),
      hint: t('Seconds that lists of tables are kept; empty = read each time, 0 = kept until they are refreshed.'),
    },
    {
      kind: 'check',
      name: 'allow_run_async',
      label: t('Asynchronous query execution'),
      hint: t('Queries of SQL Lab run in the background, and their results are kept for later.'),
    },
  ],
})

const impersonating = new Set(['postgresql', 'timescaledb', 'cockroachdb', 'greenplum', 'trino'])

const security = ({ engine }: EngineChoice): SectionSpec => ({
  key: 'security',
  title: t('Security'),
  text: t('Add extra connection information.'),
  fields: [
    {
      kind: 'document',
      name: 'masked_encrypted_extra',
      label: t('Secure extra'),
      hint: t('JSON that is stored encrypted: driver arguments in “connect_args”, “client_certificate” and “client_key” as PEM.'),
      example: '{"client_certificate": "-----BEGIN CERTIFICATE-----…"}',
    },
    {
      kind: 'document',
      name: 'server_cert',
      label: t('Root certificate'),
      hint: t('PEM of the authority that signed the certificate of the server.'),
      example: '-----BEGIN CERTIFICATE-----',
    },
    ...(impersonating.has(engine)
      ? [
          {
            kind: 'check' as const,
            name: 'impersonate_user' as const,
            label: t('Impersonate logged in user'),
            hint: t('Queries run as the person who asks; the server must allow this to the user of the connection.'),
          },
        ]
      : []),
    { kind: 'check', name: 'allow_file_upload', label: t('Allow file uploads to database') },
    {
      kind: 'text',
      name: 'extra.schemas_allowed_for_file_upload',
      label: t('Schemas allowed for File upload'),
      hint: t('Separated by commas; empty = all.'),
      example: 'uploads, scratch',
    },
  ],
})

const other = (): SectionSpec => ({
  key: 'other',
  title: t('Other settings'),
  text: t('Version, driver arguments, catalogs.'),
  fields: [
    { kind: 'document', name: 'extra.metadata_params', label: t('Metadata Parameters'), hint: t('Kept for Superset; not used here.') },
    {
      kind: 'document',
      name: 'extra.engine_params',
      label: t('Engine Parameters'),
      hint: t('“connect_args” are arguments of the driver, as in the query string of the address.'),
      example: '{"connect_args": {"application_name": "charts"}}',
    },
    { kind: 'text', name: 'extra.version', label: t('Version'), hint: t('Version of the server, for engines that need to be told.') },
    { kind: 'check', name: 'extra.disable_drill_to_detail', label: t('Disable drill to detail') },
    {
      kind: 'check',
      name: 'extra.allow_multi_catalog',
      label: t('Allow changing catalogs'),
      hint: t('Several catalogs may be read through this connection.'),
    },
  ],
})

const tunnel = (): SectionSpec => ({
  key: 'tunnel',
  title: t('SSH Tunnel'),
  text: t('Reach the database through an SSH server.'),
  fields: [],
})

/** The sections of Superset's Advanced tab, and the tunnel before them. */
export const sectionsOf = (engine: EngineChoice): SectionSpec[] => [
  ...(engine.hasTunnel ? [tunnel()] : []),
  sqlLab(),
  performance(),
  security(engine),
  other(),
]

const keys: readonly (readonly [SectionKey, () => SectionSpec])[] = [
  ['sqllab', sqlLab],
  ['performance', performance],
  ['other', other],
]

/** The section of a field; undefined for the fields above them. */
export const sectionOf = (path: string): SectionKey | undefined => {
  if (path.startsWith('ssh_tunnel')) return 'tunnel'
  if (['server_cert', 'masked_encrypted_extra'].includes(path)) return 'security'
  return keys.find(([, make]) => make().fields.some(({ name }) => name === path))?.[0]
}
