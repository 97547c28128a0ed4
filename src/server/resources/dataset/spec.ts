import { sql } from 'kysely'
import {
  column,
  computed,
  flagColumn,
  idsOf,
  naiveTime,
  offsetTime,
  owners,
  person,
  personName,
  timeAgo,
  type Field,
  type Page,
  type Row as ListRow,
} from '../../list/field.ts'
import { numberFilter, oneFilter, ownersFilter, booleanOperator, textFilter } from '../../list/filters.ts'
import { relatedDatabases, relatedOwners, relatedPeople } from '../../list/related.ts'
import type { Spec } from '../../list/spec.ts'
import { abilitiesOf, backendOf, engineOfRow } from '../database/connection/describe.ts'
import { datasetUrl } from '../chart/form-data.ts'
import {
  columnFormats,
  currencyOf,
  datasetName,
  orderChoices,
  selectStarText,
  timeColumnsOf,
  timeGrains,
  typeGeneric,
  verboseMap,
} from './data.ts'
import { readDatasets, type StoredDataset } from './read.ts'
import { withoutZone } from '../../list/times.ts'

const personFields = ['first_name', 'id', 'last_name'] as const
const names = ['first_name', 'last_name'] as const

const pages = new WeakMap<Page, Promise<Map<number, StoredDataset>>>()

/** The full datasets of a page, read once for all fields. */
const readWholeDatasets = (rows: readonly ListRow[], page: Page): Promise<Map<number, StoredDataset>> => {
  const known = pages.get(page) ?? readDatasets(page.ctx.db, idsOf(rows)).then((found) => new Map(found.map((one) => [one.row.id, one])))
  pages.set(page, known)
  return known
}

/** A field that needs the dataset's columns, metrics or engine. */
const wholeDatasetField = (value: (dataset: StoredDataset) => unknown): Field => ({
  columns: [],
  read: async (rows, page) => {
    const found = await readWholeDatasets(rows, page)
    return (row) => {
      const dataset = found.get(row.id)
      return dataset ? value(dataset) : null
    }
  },
})

/** Name and uuid of the database, which lists need without reading full datasets. */
const databaseOf: Field = {
  columns: ['database_id'],
  read: async (rows, { ctx }) => {
    const ids = [...new Set(rows.map((row) => Number(row['database_id'])))]
    const found = await ctx.db.selectFrom('databases').selectAll().where('id', 'in', ids).execute()
    const byId = new Map(found.map((one) => [one.id, one]))
    return (row) => {
      const database = byId.get(Number(row['database_id']))
      if (!database) return null
      const { id, uuid, database_name } = database
      const { allow_multi_catalog } = abilitiesOf(database)
      return { id, uuid, database_name, backend: backendOf(database), allow_multi_catalog }
    }
  },
}

const parts = (dataset: StoredDataset) => {
  const engine = engineOfRow(dataset.database)
  return dataset.columns.map((one) => ({
    advanced_data_type: one.advanced_data_type,
    changed_on: withoutZone(one.changed_on),
    column_name: one.column_name,
    created_on: withoutZone(one.created_on),
    description: one.description,
    expression: one.expression,
    extra: one.extra,
    filterable: one.filterable === 1,
    groupby: one.groupby === 1,
    id: one.id,
    is_active: one.is_active === 1,
    is_dttm: one.is_dttm === 1,
    python_date_format: one.python_date_format,
    type: one.type,
    type_generic: typeGeneric(engine, one),
    uuid: one.uuid,
    verbose_name: one.verbose_name,
  }))
}

const metricParts = (dataset: StoredDataset) =>
  dataset.metrics.map((one) => ({
    changed_on: withoutZone(one.changed_on),
    created_on: withoutZone(one.created_on),
    currency: currencyOf(one.currency),
    d3format: one.d3format,
    description: one.description,
    expression: one.expression,
    extra: one.extra,
    id: one.id,
    metric_name: one.metric_name,
    metric_type: one.metric_type,
    uuid: one.uuid,
    verbose_name: one.verbose_name,
    warning_text: one.warning_text,
  }))

/** A path of ours or an address of the web; no script, and nothing that only looks like a path. */
const webAddress = (address: unknown): string | null =>
  typeof address === 'string' && /^(?:https?:\/\/|\/(?![/\\]))/i.test(address) ? address : null

const kind = computed(['sql'], (row) => (row['sql'] ? 'virtual' : 'physical'))

export const datasetSpec: Spec = {
  tag: 'dataset',
  view: 'Dataset',
  kind: 'dataset',
  table: 'datasets',
  title: 'Sqla Table',
  fields: {
    id: column('id'),
    uuid: column('uuid'),
    version: column('version'),
    catalog: column('catalog'),
    schema: column('schema'),
    table_name: column('table_name'),
    datasource_name: column('table_name'),
    sql: column('sql'),
    kind,
    description: column('description'),
    extra: column('extra'),
    default_endpoint: column('default_endpoint'),
    cache_timeout: column('cache_timeout'),
    main_dttm_col: column('main_dttm_col'),
    currency_code_column: column('currency_code_column'),
    fetch_values_predicate: column('fetch_values_predicate'),
    template_params: column('template_params'),
    folders: computed(['folders'], (row) => (typeof row['folders'] === 'string' ? (JSON.parse(row['folders']) as unknown) : null)),
    offset: column('offset'),
    always_filter_main_dttm: flagColumn('always_filter_main_dttm'),
    normalize_columns: flagColumn('normalize_columns'),
    filter_select_enabled: flagColumn('filter_select_enabled'),
    is_sqllab_view: flagColumn('is_sqllab_view'),
    is_managed_externally: flagColumn('is_managed_externally'),
    datasource_type: computed([], () => 'table'),
    uid: computed([], (row) => `${row.id}__table`),
    url: computed([], (row) => `/tablemodelview/edit/${row.id}`),
    explore_url: computed(['default_endpoint'], (row) => webAddress(row['default_endpoint']) ?? datasetUrl(row.id)),
    changed_by: person('changed_by_fk', [...personFields, 'email']),
    changed_by_name: personName('changed_by_fk'),
    changed_on: naiveTime('changed_on'),
    changed_on_utc: offsetTime('changed_on'),
    changed_on_humanized: timeAgo('changed_on'),
    changed_on_delta_humanized: timeAgo('changed_on'),
    created_by: person('created_by_fk', [...personFields, 'email']),
    created_on: naiveTime('created_on'),
    created_on_humanized: timeAgo('created_on'),
    owners: owners('dataset', [...personFields, 'email']),
    database: databaseOf,
    name: wholeDatasetField((dataset) => datasetName(dataset)),
    columns: wholeDatasetField(parts),
    metrics: wholeDatasetField(metricParts),
    column_formats: wholeDatasetField(({ metrics }) => columnFormats(metrics)),
    granularity_sqla: wholeDatasetField(({ columns }) => timeColumnsOf(columns)),
    time_grain_sqla: wholeDatasetField(({ database }) => timeGrains(engineOfRow(database))),
    order_by_choices: wholeDatasetField(({ columns }) => orderChoices(columns)),
    verbose_map: wholeDatasetField(({ columns, metrics }) => verboseMap(columns, metrics)),
    select_star: wholeDatasetField((dataset) => selectStarText(engineOfRow(dataset.database), dataset)),
  },
  listColumns: [
    'id',
    'uuid',
    'database.id',
    'database.database_name',
    'database.uuid',
    'changed_by_name',
    'changed_by.first_name',
    'changed_by.last_name',
    'changed_by.id',
    'changed_on_utc',
    'changed_on_delta_humanized',
    'default_endpoint',
    'description',
    'datasource_type',
    'explore_url',
    'extra',
    'kind',
    'owners.id',
    'owners.first_name',
    'owners.last_name',
    'catalog',
    'schema',
    'sql',
    'table_name',
  ],
  orderColumns: {
    table_name: sql.ref('datasets.table_name'),
    catalog: sql.ref('datasets.catalog'),
    schema: sql.ref('datasets.schema'),
    'changed_by.first_name': sql`(select users.first_name from users where users.id = datasets.changed_by_fk)`,
    changed_on_delta_humanized: sql.ref('datasets.changed_on'),
    'database.database_name': sql`(select databases.database_name from databases where databases.id = datasets.database_id)`,
  },
  defaultOrder: sql.ref('datasets.changed_on'),
  filters: {
    id: {
      ...numberFilter('datasets.id'),
      dataset_is_certified: booleanOperator('Is certified', () => sql`coalesce(datasets.extra, '') like '%"certification":%'`),
    },
    uuid: textFilter('datasets.uuid'),
    database: oneFilter('datasets.database_id'),
    owners: ownersFilter('dataset', 'datasets'),
    catalog: textFilter('datasets.catalog'),
    schema: textFilter('datasets.schema'),
    sql: {
      ...textFilter('datasets.sql'),
      dataset_is_null_or_empty: booleanOperator('Null or Empty', () => sql`coalesce(datasets.sql, '') = ''`),
    },
    table_name: textFilter('datasets.table_name'),
    created_by: oneFilter('datasets.created_by_fk'),
    changed_by: oneFilter('datasets.changed_by_fk'),
  },
  related: { owners: relatedOwners, database: relatedDatabases, created_by: relatedPeople, changed_by: relatedPeople },
  distinct: ['schema', 'catalog'],
  addColumns: [
    { name: 'database', type: 'Integer', required: true },
    { name: 'catalog', type: 'String', length: [0, 250] },
    { name: 'schema', type: 'String', length: [0, 250] },
    { name: 'table_name', type: 'String', required: true, length: [1, 250] },
    { name: 'sql', type: 'String' },
    { name: 'owners', type: 'List' },
  ],
  editColumns: [
    { name: 'table_name', type: 'String', length: [1, 250] },
    { name: 'sql', type: 'String' },
    { name: 'filter_select_enabled', type: 'Boolean' },
    { name: 'fetch_values_predicate', type: 'String', length: [0, 1000] },
    { name: 'catalog', type: 'String', length: [0, 250] },
    { name: 'schema', type: 'String', length: [0, 255] },
    { name: 'description', type: 'String' },
    { name: 'main_dttm_col', type: 'String' },
    { name: 'currency_code_column', type: 'String', length: [0, 250] },
    { name: 'normalize_columns', type: 'Boolean' },
    { name: 'always_filter_main_dttm', type: 'Boolean' },
    { name: 'offset', type: 'Integer' },
    { name: 'default_endpoint', type: 'String' },
    { name: 'cache_timeout', type: 'Integer' },
    { name: 'is_sqllab_view', type: 'Boolean' },
    { name: 'template_params', type: 'String' },
    { name: 'owners', type: 'List' },
    { name: 'columns', type: 'List' },
    { name: 'metrics', type: 'List' },
    { name: 'extra', type: 'String' },
  ],
  maxPageSize: 100,
}

/** Fields of GET /api/v1/dataset/{id}. */
export const datasetShowColumns = [
  'always_filter_main_dttm',
  'cache_timeout',
  'catalog',
  ...names.map((name) => `changed_by.${name}`),
  'changed_on',
  'changed_on_humanized',
  'column_formats',
  'columns',
  ...names.map((name) => `created_by.${name}`),
  'created_on',
  'created_on_humanized',
  'currency_code_column',
  ...['allow_multi_catalog', 'backend', 'database_name', 'id', 'uuid'].map((name) => `database.${name}`),
  'datasource_name',
  'datasource_type',
  'default_endpoint',
  'description',
  'extra',
  'fetch_values_predicate',
  'filter_select_enabled',
  'granularity_sqla',
  'id',
  'is_managed_externally',
  'is_sqllab_view',
  'kind',
  'main_dttm_col',
  'metrics',
  'name',
  'normalize_columns',
  'offset',
  'order_by_choices',
  ...personFields.map((name) => `owners.${name}`),
  'schema',
  'select_star',
  'sql',
  'table_name',
  'template_params',
  'time_grain_sqla',
  'uid',
  'url',
  'uuid',
  'verbose_map',
]
