import { sql } from 'kysely'
import {
  column,
  computed,
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
} from '../../list/field.ts'
import {
  anyOf,
  contains,
  createdByMe,
  flagFilter,
  hasCreatedBy,
  isCertified,
  isFavorite,
  manyFilter,
  numberFilter,
  oneFilter,
  ownersFilter,
  textFilter,
} from '../../list/filters.ts'
import { relatedOwners, relatedPeople, relatedRoles } from '../../list/related.ts'
import type { BodyColumn, Spec } from '../../list/spec.ts'
import { tagsField, tagsFilter } from '../../list/tags.ts'
import { thumbnailUrl } from '../../list/thumbnail.ts'

const personFields = ['first_name', 'id', 'last_name'] as const

const roles: Field = {
  columns: [],
  read: async (rows, { ctx }) => {
    const found = await ctx.db
      .selectFrom('dashboard_roles')
      .innerJoin('roles', 'roles.id', 'dashboard_roles.role_id')
      .select(['dashboard_roles.dashboard_id', 'roles.id', 'roles.name'])
      .where('dashboard_roles.dashboard_id', 'in', idsOf(rows))
      .orderBy('roles.id')
      .execute()
    const byDashboard = groupByKey(found, (role) => role.dashboard_id)
    return (row) => (byDashboard.get(row.id) ?? []).map(({ id, name }) => ({ id, name }))
  },
}

const theme: Field = {
  columns: ['theme_id'],
  read: async (rows, { ctx }) => {
    const ids = rows.flatMap((row) => (typeof row['theme_id'] === 'number' ? [row['theme_id']] : []))
    if (!ids.length) return () => null
    const found = await ctx.db.selectFrom('themes').select(['id', 'theme_name', 'json_data']).where('id', 'in', ids).execute()
    const byId = new Map<unknown, (typeof found)[number]>(found.map((each) => [each.id, each]))
    return (row) => byId.get(row['theme_id']) ?? null
  },
}

/** Names of the charts. */
const charts: Field = {
  columns: [],
  read: async (rows, { ctx }) => {
    const found = await ctx.db
      .selectFrom('dashboard_charts')
      .innerJoin('charts', 'charts.id', 'dashboard_charts.chart_id')
      .select(['dashboard_charts.dashboard_id', 'charts.slice_name'])
      .where('dashboard_charts.dashboard_id', 'in', idsOf(rows))
      .where('charts.deleted_at', 'is', null)
      .orderBy('charts.id')
      .execute()
    const byDashboard = groupByKey(found, (chart) => chart.dashboard_id)
    return (row) => (byDashboard.get(row.id) ?? []).map((chart) => chart.slice_name)
  },
}

const personOrder = (key: string) => sql`(select users.first_name from users where users.id = ${sql.ref(`dashboards.${key}`)})`

/** Columns of request bodies; only an update may empty the slug. */
const bodyColumns = (shortestSlug: 0 | 1): readonly BodyColumn[] => [
  { name: 'certified_by', type: 'String' },
  { name: 'certification_details', type: 'String' },
  { name: 'dashboard_title', type: 'String', length: [0, 500] },
  { name: 'slug', type: 'String', length: [shortestSlug, 255] },
  { name: 'owners', type: 'List' },
  { name: 'roles', type: 'List' },
  { name: 'position_json', type: 'String' },
  { name: 'css', type: 'String' },
  { name: 'theme_id', type: 'Integer' },
  { name: 'json_metadata', type: 'String' },
  { name: 'published', type: 'Boolean' },
]

export const dashboardSpec: Spec = {
  tag: 'dashboard',
  view: 'Dashboard',
  kind: 'dashboard',
  table: 'dashboards',
  title: 'Dashboard',
  onePass: true,
  fields: {
    id: column('id'),
    uuid: column('uuid'),
    version: column('version'),
    dashboard_title: column('dashboard_title'),
    slug: column('slug'),
    description: column('description'),
    css: column('css'),
    position_json: column('position_json'),
    json_metadata: column('json_metadata'),
    certified_by: column('certified_by'),
    certification_details: column('certification_details'),
    is_managed_externally: flagColumn('is_managed_externally'),
    published: flagColumn('published'),
    status: computed(['published'], (row) => (row['published'] ? 'published' : 'draft')),
    url: computed(['slug'], (row) => `/superset/dashboard/${String(row['slug'] ?? row.id)}/`),
    changed_by: person('changed_by_fk', personFields),
    changed_by_name: personName('changed_by_fk'),
    changed_on: naiveTime('changed_on'),
    changed_on_utc: offsetTime('changed_on'),
    changed_on_delta_humanized: timeAgo('changed_on'),
    created_by: person('created_by_fk', personFields),
    created_on_delta_humanized: timeAgo('created_on'),
    owners: owners('dashboard', ['email', ...personFields]),
    roles,
    charts,
    tags: tagsField('dashboard'),
    theme,
    thumbnail_url: thumbnailUrl('dashboard'),
  },
  listColumns: [
    'id',
    'uuid',
    'published',
    'status',
    'slug',
    'url',
    'thumbnail_url',
    'certified_by',
    'certification_details',
    'changed_by.first_name',
    'changed_by.last_name',
    'changed_by.id',
    'changed_by_name',
    'changed_on_utc',
    'changed_on_delta_humanized',
    'created_on_delta_humanized',
    'created_by.first_name',
    'created_by.id',
    'created_by.last_name',
    'dashboard_title',
    'owners.id',
    'owners.first_name',
    'owners.last_name',
    'owners.email',
    'roles.id',
    'roles.name',
    'is_managed_externally',
    'tags.id',
    'tags.name',
    'tags.type',
  ],
  orderColumns: {
    'changed_by.first_name': personOrder('changed_by_fk'),
    changed_on_delta_humanized: sql.ref('dashboards.changed_on'),
    'created_by.first_name': personOrder('created_by_fk'),
    dashboard_title: sql.ref('dashboards.dashboard_title'),
    published: sql.ref('dashboards.published'),
    changed_on: sql.ref('dashboards.changed_on'),
  },
  defaultOrder: sql.ref('dashboards.changed_on'),
  filters: {
    created_by: {
      ...oneFilter('dashboards.created_by_fk'),
      dashboard_created_by_me: createdByMe('dashboards'),
      dashboard_has_created_by: hasCreatedBy('dashboards'),
    },
    changed_by: oneFilter('dashboards.changed_by_fk'),
    dashboard_title: {
      ...textFilter('dashboards.dashboard_title'),
      title_or_slug: {
        name: 'Title or Slug',
        condition: (value, reader) =>
          anyOf([contains(reader, 'dashboards.dashboard_title', value), contains(reader, 'dashboards.slug', value)]),
      },
    },
    id: {
      ...numberFilter('dashboards.id'),
      dashboard_is_favorite: isFavorite('dashboard', 'dashboards'),
      dashboard_is_certified: isCertified('dashboards'),
    },
    uuid: textFilter('dashboards.uuid'),
    owners: ownersFilter('dashboard', 'dashboards'),
    published: flagFilter('dashboards.published'),
    roles: manyFilter(
      (id) =>
        sql`exists (select 1 from dashboard_roles where dashboard_roles.dashboard_id = dashboards.id and dashboard_roles.role_id = ${id})`,
    ),
    slug: textFilter('dashboards.slug'),
    tags: tagsFilter('dashboard'),
  },
  related: { owners: relatedOwners, created_by: relatedPeople, changed_by: relatedPeople, roles: relatedRoles },
  distinct: [],
  addColumns: bodyColumns(1),
  editColumns: bodyColumns(0),
  maxPageSize: 100,
}

/** Fields of GET /api/v1/dashboard/{id}. */
export const dashboardShowColumns = [
  'certification_details',
  'certified_by',
  'changed_by',
  'changed_by_name',
  'changed_on',
  'changed_on_delta_humanized',
  'charts',
  'created_by',
  'created_on_delta_humanized',
  'css',
  'dashboard_title',
  'id',
  'is_managed_externally',
  'json_metadata',
  'owners.first_name',
  'owners.id',
  'owners.last_name',
  'position_json',
  'published',
  'roles',
  'slug',
  'tags',
  'theme',
  'thumbnail_url',
  'url',
  'uuid',
] as const
