import { z } from 'zod'
import { dashboardCopyBody, dashboardPatch, newDashboard } from './bodies/dashboard.ts'
import { body, list, mapping, text } from './declare/field.ts'
import { getQ } from './declare/q.ts'
import {
  addFavoriteRoute,
  bulkDeleteRoute,
  deleteRoute,
  favoriteStatusRoute,
  formData,
  idOrName,
  infoRoute,
  listRoute,
  owner,
  partsOf,
  person,
  pk,
  relatedRoute,
  removeFavoriteRoute,
  restoreRoute,
  tagOnObject,
  versionsRoute,
} from './declare/resource.ts'
import { datasetData } from './dataset-data.ts'
import { layoutBodyBytes, route } from './declare/route.ts'

const tag = 'dashboard'
const named = { tag, view: 'Dashboard' } as const

/** A dashboard as lists show it. */
const dashboardRow = z.object({
  id: z.number(),
  uuid: z.string(),
  dashboard_title: z.string(),
  slug: z.string().nullable(),
  url: z.string(),
  published: z.boolean(),
  status: z.enum(['published', 'draft']),
  certified_by: z.string().nullable(),
  certification_details: z.string().nullable(),
  is_managed_externally: z.boolean(),
  changed_by: person.nullable(),
  changed_by_name: z.string(),
  changed_on_utc: z.string(),
  changed_on_delta_humanized: z.string(),
  created_by: person.nullable(),
  created_on_delta_humanized: z.string(),
  owners: z.array(owner),
  roles: z.array(z.object({ id: z.number(), name: z.string() })),
  tags: z.array(tagOnObject),
  thumbnail_url: z.string(),
})

export const dashboardList = listRoute({ ...named, row: dashboardRow })
export const dashboardInfo = infoRoute(named)
export const dashboardRelated = relatedRoute(named)
export const dashboardVersions = versionsRoute(named)
export const dashboardFavoriteStatus = favoriteStatusRoute(named)
export const dashboardAddFavorite = addFavoriteRoute(named)
export const dashboardRemoveFavorite = removeFavoriteRoute(named)
export const dashboardDelete = deleteRoute(named)
export const dashboardBulkDelete = bulkDeleteRoute(named)
export const dashboardRestore = restoreRoute(named)

const read = ['can_read', 'Dashboard'] as const
const write = ['can_write', 'Dashboard'] as const
const saved = z.object({ id: z.number(), result: z.record(z.string(), z.unknown()), last_modified_time: z.number().optional() })

/** A dashboard by itself: `columns` chooses among these. */
const dashboardRecord = dashboardRow.extend({
  css: z.string().nullable(),
  description: z.string().nullable(),
  position_json: z.string().nullable(),
  json_metadata: z.string().nullable(),
  changed_on: z.string(),
  charts: z.array(z.string()),
  theme: z.object({ id: z.number(), theme_name: z.string(), json_data: z.string() }).nullable(),
})

/** A chart as its dashboard draws it. */
const chartOnDashboard = z.object({
  id: z.number(),
  slice_name: z.string(),
  slice_url: z.string(),
  description: z.string().nullable(),
  description_markeddown: z.string(),
  cache_timeout: z.number().nullable(),
  certified_by: z.string().nullable(),
  certification_details: z.string().nullable(),
  changed_on: z.string(),
  form_data: formData,
})
export type ChartOnDashboard = z.output<typeof chartOnDashboard>

/** A dataset with the columns and metrics that the charts use. */
export const datasetOnDashboard = datasetData
  .omit({ catalog: true, description: true, extra: true, folders: true })
  // Viewers of embedded dashboards get neither.
  .partial({ database: true, owners: true })
  .extend({ column_names: z.array(z.string()), column_types: z.array(z.number()) })

export const dashboardGet = route({
  method: 'GET',
  path: '/api/v1/dashboard/:idOrName',
  access: read,
  summary: 'One dashboard, by id, slug or uuid',
  tag,
  params: idOrName,
  q: getQ,
  row: dashboardRecord,
  result: z.object({ result: partsOf(dashboardRecord) }),
})

export const dashboardCharts = route({
  method: 'GET',
  path: '/api/v1/dashboard/:idOrName/charts',
  access: read,
  summary: 'The charts of a dashboard',
  tag,
  params: idOrName,
  result: z.object({ result: z.array(chartOnDashboard) }),
})

export const dashboardDatasets = route({
  method: 'GET',
  path: '/api/v1/dashboard/:idOrName/datasets',
  access: read,
  summary: 'The datasets of a dashboard, as far as its charts use them',
  tag,
  params: idOrName,
  result: z.object({ result: z.array(datasetOnDashboard) }),
})

export const dashboardTabs = route({
  method: 'GET',
  path: '/api/v1/dashboard/:idOrName/tabs',
  access: read,
  summary: 'The tabs of a dashboard',
  tag,
  params: idOrName,
  result: z.object({
    result: z.object({
      all_tabs: z.record(z.string(), z.string()),
      tab_tree: z.array(z.unknown()),
      /** By tab, and under `all`. */
      native_filters: z.record(z.string(), z.array(z.record(z.string(), z.unknown()))),
    }),
  }),
})

export const dashboardCreate = route({
  method: 'POST',
  path: '/api/v1/dashboard/',
  access: write,
  summary: 'Create',
  tag,
  maxBodyBytes: layoutBodyBytes,
  body: newDashboard,
  result: saved,
})

export const dashboardUpdate = route({
  method: 'PUT',
  path: '/api/v1/dashboard/:pk',
  access: write,
  summary: 'Update',
  tag,
  params: pk,
  maxBodyBytes: layoutBodyBytes,
  body: dashboardPatch,
  result: saved,
})

export const dashboardCopy = route({
  method: 'POST',
  path: '/api/v1/dashboard/:idOrName/copy/',
  access: write,
  summary: 'A new dashboard like this one, with its charts or copies of them',
  tag,
  params: idOrName,
  maxBodyBytes: layoutBodyBytes,
  body: dashboardCopyBody,
  result: z.object({ result: z.object({ id: z.number(), last_modified_time: z.number() }) }),
})

/** Items by id: changed or new ones, ids that go, and the order of those that stay. */
const configChange = body({
  modified: list(mapping()).optional(),
  deleted: list(text()).optional(),
  reordered: list(text()).optional(),
})
export type ConfigChange = z.output<typeof configChange>

const configRoute = (path: 'filters' | 'chart_customizations', access: readonly [string, string], summary: string) =>
  route({
    method: 'PUT',
    path: `/api/v1/dashboard/:pk/${path}`,
    access,
    summary,
    tag,
    params: pk,
    body: configChange,
    result: z.object({ result: z.array(z.unknown()) }),
  })

export const dashboardFilters = configRoute('filters', write, 'Change native filters')
export const dashboardCustomizations = configRoute(
  'chart_customizations',
  ['can_put_chart_customizations', 'Dashboard'],
  'Change chart customizations',
)

const colors = body({
  color_namespace: text().nullable().optional(),
  color_scheme: text().nullable().optional(),
  map_label_colors: mapping().optional(),
  shared_label_colors: z.union([list(text()), mapping()]).optional(),
  label_colors: mapping().optional(),
  color_scheme_domain: list(text()).optional(),
})
export type DashboardColors = z.output<typeof colors>

export const dashboardColors = route({
  method: 'PUT',
  path: '/api/v1/dashboard/:pk/colors',
  access: write,
  summary: 'Change colours',
  tag,
  params: pk,
  query: z.object({ mark_updated: z.string().optional() }),
  body: colors,
  result: z.object({}),
})
