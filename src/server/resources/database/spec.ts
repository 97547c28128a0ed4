import { sql } from 'kysely'
import { column, computed, flagColumn, naiveTime, person, timeAgo } from '../../list/field.ts'
import { anyOf, contains, flagFilter, oneFilter, booleanOperator, textFilter } from '../../list/filters.ts'
import { relatedPeople } from '../../list/related.ts'
import type { BodyColumn, Spec } from '../../list/spec.ts'
import { abilitiesOf, backendOf, engineInformation, engineOfRow, type DatabaseRow } from './connection/describe.ts'

const ability = (name: keyof ReturnType<typeof abilitiesOf>) =>
  computed(['extra'], (row) => abilitiesOf(row as unknown as DatabaseRow)[name])

const names = ['first_name', 'last_name'] as const

/** The default `extra` of a database. */
export const defaultExtra = JSON.stringify({
  metadata_params: {},
  engine_params: {},
  metadata_cache_timeout: {},
  schemas_allowed_for_file_upload: [],
})

/** Columns of request bodies. */
const bodyColumns: readonly BodyColumn[] = [
  { name: 'expose_in_sqllab', type: 'Boolean' },
  { name: 'allow_run_async', type: 'Boolean' },
  { name: 'allow_file_upload', type: 'Boolean' },
  { name: 'allow_ctas', type: 'Boolean' },
  { name: 'allow_cvas', type: 'Boolean' },
  { name: 'allow_dml', type: 'Boolean' },
  { name: 'cache_timeout', type: 'Integer' },
  { name: 'configuration_method', type: 'String' },
  { name: 'force_ctas_schema', type: 'String', length: [0, 250] },
  { name: 'impersonate_user', type: 'Boolean' },
  { name: 'extra', type: 'String' },
  { name: 'server_cert', type: 'String' },
]

export const databaseSpec: Spec = {
  tag: 'database',
  view: 'Database',
  kind: 'database',
  table: 'databases',
  title: 'Database',
  fields: {
    id: column('id'),
    uuid: column('uuid'),
    version: column('version'),
    database_name: column('database_name'),
    allow_file_upload: flagColumn('allow_file_upload'),
    allow_ctas: flagColumn('allow_ctas'),
    allow_cvas: flagColumn('allow_cvas'),
    allow_dml: flagColumn('allow_dml'),
    allow_run_async: flagColumn('allow_run_async'),
    expose_in_sqllab: flagColumn('expose_in_sqllab'),
    allow_multi_catalog: ability('allow_multi_catalog'),
    allows_cost_estimate: ability('allows_cost_estimate'),
    allows_subquery: ability('allows_subquery'),
    allows_virtual_table_explore: ability('allows_virtual_table_explore'),
    disable_data_preview: ability('disable_data_preview'),
    disable_drill_to_detail: ability('disable_drill_to_detail'),
    explore_database_id: ability('explore_database_id'),
    backend: computed(['sqlalchemy_uri', 'engine'], (row) => backendOf(row as unknown as DatabaseRow)),
    engine_information: computed(['sqlalchemy_uri', 'is_house'], (row) =>
      engineInformation(engineOfRow(row as unknown as DatabaseRow), row as unknown as DatabaseRow),
    ),
    changed_by: person('changed_by_fk', names),
    changed_on: naiveTime('changed_on'),
    changed_on_delta_humanized: timeAgo('changed_on'),
    created_by: person('created_by_fk', names),
    configuration_method: column('configuration_method'),
    extra: computed(['extra'], (row) => row['extra'] ?? defaultExtra),
    force_ctas_schema: column('force_ctas_schema'),
  },
  listColumns: [
    'allow_file_upload',
    'allow_ctas',
    'allow_cvas',
    'allow_dml',
    'allow_run_async',
    'allows_cost_estimate',
    'allows_subquery',
    'allows_virtual_table_explore',
    'allow_multi_catalog',
    'backend',
    'changed_on',
    'changed_on_delta_humanized',
    'changed_by.first_name',
    'changed_by.last_name',
    'created_by.first_name',
    'created_by.last_name',
    'configuration_method',
    'database_name',
    'disable_data_preview',
    'disable_drill_to_detail',
    'engine_information',
    'explore_database_id',
    'expose_in_sqllab',
    'extra',
    'force_ctas_schema',
    'id',
    'uuid',
  ],
  orderColumns: {
    allow_file_upload: sql.ref('databases.allow_file_upload'),
    allow_dml: sql.ref('databases.allow_dml'),
    allow_run_async: sql.ref('databases.allow_run_async'),
    changed_on: sql.ref('databases.changed_on'),
    changed_on_delta_humanized: sql.ref('databases.changed_on'),
    'created_by.first_name': sql`(select users.first_name from users where users.id = databases.created_by_fk)`,
    database_name: sql.ref('databases.database_name'),
    expose_in_sqllab: sql.ref('databases.expose_in_sqllab'),
  },
  defaultOrder: sql.ref('databases.changed_on'),
  filters: {
    created_by: oneFilter('databases.created_by_fk'),
    changed_by: oneFilter('databases.changed_by_fk'),
    database_name: {
      ...textFilter('databases.database_name'),
      database_all_text: {
        name: 'All Text',
        condition: (value, reader) =>
          anyOf([contains(reader, 'databases.database_name', value), contains(reader, 'databases.engine', value)]),
      },
    },
    uuid: textFilter('databases.uuid'),
    expose_in_sqllab: flagFilter('databases.expose_in_sqllab'),
    allow_file_upload: {
      ...flagFilter('databases.allow_file_upload'),
      upload_is_enabled: booleanOperator('Upload Enabled', () => sql`databases.allow_file_upload = 1`),
    },
    allow_dml: flagFilter('databases.allow_dml'),
    allow_run_async: flagFilter('databases.allow_run_async'),
  },
  related: { created_by: relatedPeople, changed_by: relatedPeople },
  distinct: [],
  addColumns: [
    { name: 'database_name', type: 'String', required: true, length: [1, 250] },
    { name: 'sqlalchemy_uri', type: 'String', length: [1, 1024] },
    ...bodyColumns,
  ],
  editColumns: [
    { name: 'database_name', type: 'String', length: [1, 250] },
    { name: 'sqlalchemy_uri', type: 'String', length: [0, 1024] },
    ...bodyColumns,
  ],
  maxPageSize: Infinity,
}
