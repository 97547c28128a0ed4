import { sql } from 'kysely'
import type { Db } from '../../db/open.ts'
import { isVisible } from '../../access/is-visible.ts'
import {
  column,
  computed,
  epochTime,
  flagColumn,
  groupByKey,
  idsOf,
  naiveTime,
  offsetTime,
  owners,
  person,
  personName,
  timeAgo,
  type Field,
  type Row,
} from '../../list/field.ts'
import {
  anyOf,
  contains,
  createdByMe,
  hasCreatedBy,
  isCertified,
  isFavorite,
  manyFilter,
  mine,
  numberFilter,
  oneFilter,
  ownersFilter,
  textFilter,
  timeFilter,
} from '../../list/filters.ts'
import { markdownToHtml } from '../../list/markdown.ts'
import { relatedOwners, relatedPeople } from '../../list/related.ts'
import type { Spec } from '../../list/spec.ts'
import { tagsField, tagsFilter } from '../../list/tags.ts'
import { thumbnailUrl } from '../../list/thumbnail.ts'
import { datasetUrl, exploreUrl, formDataOf, sliceUrl, type ChartParts } from './form-data.ts'

type Source = { id: number; uuid: string; schema: string | null; table_name: string; default_endpoint: string | null }

const sourcesOf = async (db: Db, rows: readonly Row[]): Promise<Map<number, Source>> => {
  const ids = [...new Set(rows.map((row) => Number(row['datasource_id'])))]
  const found = await db
    .selectFrom('datasets')
    .select(['id', 'uuid', 'schema', 'table_name', 'default_endpoint'])
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .execute()
  return new Map(found.map((source) => [source.id, source]))
}

/** A field of the chart's dataset; null when the dataset is deleted. */
const sourceField = (value: (source: Source, row: Row) => unknown): Field => ({
  columns: ['datasource_id', 'datasource_type'],
  read: async (rows, { ctx }) => {
    const sources = await sourcesOf(ctx.db, rows)
    return (row) => {
      const source = sources.get(Number(row['datasource_id']))
      return source ? value(source, row) : null
    }
  },
})

/** The chart's dashboards that the caller may see. */
const dashboards: Field = {
  columns: [],
  read: async (rows, { ctx, principal }) => {
    const found = await ctx.db
      .selectFrom('dashboard_charts')
      .innerJoin('dashboards', 'dashboards.id', 'dashboard_charts.dashboard_id')
      .select(['dashboard_charts.chart_id', 'dashboards.id', 'dashboards.dashboard_title'])
      .where('dashboard_charts.chart_id', 'in', idsOf(rows))
      .where('dashboards.deleted_at', 'is', null)
      .where(isVisible(principal, 'dashboard'))
      .orderBy('dashboards.id')
      .execute()
    const byChart = groupByKey(found, (link) => link.chart_id)
    return (row) => (byChart.get(row.id) ?? []).map(({ id, dashboard_title }) => ({ dashboard_title, id }))
  },
}

const personFields = ['first_name', 'id', 'last_name'] as const
const formColumns = ['params', 'viz_type', 'datasource_id', 'datasource_type', 'cache_timeout'] as const

const personOrder = (key: string, part: string) => sql`(select ${sql.ref(part)} from users where users.id = ${sql.ref(`charts.${key}`)})`

/** As `datasource_name_text` shows it. */
const datasetName = sql`(
  select case when coalesce(datasets.schema, '') = '' then datasets.table_name else datasets.schema || '.' || datasets.table_name end
  from datasets where datasets.id = charts.datasource_id
)`

export const chartSpec: Spec = {
  tag: 'chart',
  view: 'Chart',
  kind: 'chart',
  table: 'charts',
  title: 'Slice',
  fields: {
    id: column('id'),
    uuid: column('uuid'),
    version: column('version'),
    slice_name: column('slice_name'),
    viz_type: column('viz_type'),
    description: column('description'),
    description_markeddown: computed(['description'], (row) => markdownToHtml(row['description'] as string | null)),
    params: column('params'),
    query_context: column('query_context'),
    cache_timeout: column('cache_timeout'),
    certified_by: column('certified_by'),
    certification_details: column('certification_details'),
    is_managed_externally: flagColumn('is_managed_externally'),
    changed_by: person('changed_by_fk', personFields),
    changed_by_name: personName('changed_by_fk'),
    changed_on: naiveTime('changed_on'),
    changed_on_delta_humanized: timeAgo('changed_on'),
    changed_on_dttm: epochTime('changed_on'),
    changed_on_utc: offsetTime('changed_on'),
    created_by: person('created_by_fk', personFields),
    created_by_name: personName('created_by_fk'),
    created_on_delta_humanized: timeAgo('created_on'),
    last_saved_at: naiveTime('last_saved_at'),
    last_saved_by: person('last_saved_by_fk', personFields),
    dashboards,
    datasource_id: sourceField(({ id }) => id),
    datasource_uuid: sourceField(({ uuid }) => uuid),
    datasource_type: column('datasource_type'),
    datasource_name_text: sourceField(({ schema, table_name }) => (schema ? `${schema}.${table_name}` : table_name)),
    datasource_url: sourceField(({ id }, row) => datasetUrl(id, String(row['datasource_type']))),
    table: sourceField(({ default_endpoint, table_name }) => ({ default_endpoint, table_name })),
    edit_url: computed([], (row) => `/chart/edit/${row.id}`),
    url: computed([], (row) => exploreUrl(row.id)),
    slice_url: computed([], (row) => sliceUrl(row.id)),
    form_data: computed(formColumns, (row) => formDataOf(row as unknown as ChartParts)),
    owners: owners('chart', ['email', ...personFields]),
    tags: tagsField('chart'),
    thumbnail_url: thumbnailUrl('chart'),
  },
  listColumns: [
    'is_managed_externally',
    'certified_by',
    'certification_details',
    'cache_timeout',
    'changed_by.first_name',
    'changed_by.last_name',
    'changed_by.id',
    'changed_by_name',
    'changed_on_delta_humanized',
    'changed_on_dttm',
    'changed_on_utc',
    'created_by.first_name',
    'created_by.id',
    'created_by.last_name',
    'created_by_name',
    'created_on_delta_humanized',
    'datasource_id',
    'datasource_name_text',
    'datasource_type',
    'datasource_url',
    'description',
    'description_markeddown',
    'edit_url',
    'form_data',
    'id',
    'last_saved_at',
    'last_saved_by.id',
    'last_saved_by.first_name',
    'last_saved_by.last_name',
    'owners.first_name',
    'owners.id',
    'owners.last_name',
    'owners.email',
    'dashboards.id',
    'dashboards.dashboard_title',
    'params',
    'slice_name',
    'slice_url',
    'table.default_endpoint',
    'table.table_name',
    'thumbnail_url',
    'url',
    'viz_type',
    'tags.id',
    'tags.name',
    'tags.type',
    'uuid',
  ],
  orderColumns: {
    'changed_by.first_name': personOrder('changed_by_fk', 'first_name'),
    changed_on_delta_humanized: sql.ref('charts.changed_on'),
    datasource_id: sql.ref('charts.datasource_id'),
    datasource_name: datasetName,
    last_saved_at: sql.ref('charts.last_saved_at'),
    'last_saved_by.id': sql.ref('charts.last_saved_by_fk'),
    'last_saved_by.first_name': personOrder('last_saved_by_fk', 'first_name'),
    'last_saved_by.last_name': personOrder('last_saved_by_fk', 'last_name'),
    slice_name: sql.ref('charts.slice_name'),
    viz_type: sql.ref('charts.viz_type'),
  },
  defaultOrder: sql.ref('charts.changed_on'),
  filters: {
    created_by: {
      ...oneFilter('charts.created_by_fk'),
      chart_has_created_by: hasCreatedBy('charts'),
      chart_created_by_me: createdByMe('charts'),
    },
    changed_by: oneFilter('charts.changed_by_fk'),
    last_saved_at: timeFilter('charts.last_saved_at'),
    last_saved_by: oneFilter('charts.last_saved_by_fk'),
    datasource_id: numberFilter('charts.datasource_id'),
    datasource_name: textFilter(datasetName),
    datasource_type: textFilter('charts.datasource_type'),
    description: textFilter('charts.description'),
    id: {
      ...numberFilter('charts.id'),
      chart_is_favorite: isFavorite('chart', 'charts'),
      chart_is_certified: isCertified('charts'),
      chart_owned_created_favored_by_me: mine('chart', 'charts'),
    },
    uuid: textFilter('charts.uuid'),
    owners: ownersFilter('chart', 'charts'),
    dashboards: manyFilter(
      (id) =>
        sql`exists (select 1 from dashboard_charts where dashboard_charts.chart_id = charts.id and dashboard_charts.dashboard_id = ${id})`,
    ),
    slice_name: {
      ...textFilter('charts.slice_name'),
      chart_all_text: {
        name: 'All Text',
        condition: (value, reader) =>
          anyOf([
            contains(reader, 'charts.slice_name', value),
            contains(reader, 'charts.description', value),
            contains(reader, 'charts.viz_type', value),
            sql`charts.datasource_id in (select datasets.id from datasets where ${contains(reader, 'datasets.table_name', value)})`,
          ]),
      },
    },
    tags: tagsFilter('chart'),
    viz_type: textFilter('charts.viz_type'),
  },
  related: { owners: relatedOwners, created_by: relatedPeople, changed_by: relatedPeople },
  distinct: [],
  addColumns: [{ name: 'slice_name', type: 'String', required: true, length: [1, 250] }],
  editColumns: [{ name: 'slice_name', type: 'String', length: [0, 250] }],
  maxPageSize: 100,
}

/** Fields of GET /api/v1/chart/{id}. */
export const chartShowColumns = [
  'id',
  'uuid',
  'slice_name',
  'viz_type',
  'description',
  'params',
  'query_context',
  'cache_timeout',
  'certified_by',
  'certification_details',
  'is_managed_externally',
  'changed_on_delta_humanized',
  'dashboards.id',
  'dashboards.dashboard_title',
  'datasource_id',
  'datasource_uuid',
  'datasource_type',
  'datasource_name_text',
  'datasource_url',
  'owners.id',
  'owners.first_name',
  'owners.last_name',
  'owners.email',
  'tags',
  'thumbnail_url',
  'url',
] as const
