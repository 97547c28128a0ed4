import { z } from 'zod'
import { chartPatch, newChart } from './bodies/chart.ts'
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
  person,
  pk,
  relatedRoute,
  removeFavoriteRoute,
  restoreRoute,
  tagOnObject,
  versionsRoute,
} from './declare/resource.ts'
import { route } from './declare/route.ts'

const named = { tag: 'chart', view: 'Chart' } as const

/** A chart as lists show it. */
const chartRow = z.object({
  id: z.number(),
  uuid: z.string(),
  slice_name: z.string(),
  viz_type: z.string(),
  description: z.string().nullable(),
  description_markeddown: z.string(),
  params: z.string(),
  cache_timeout: z.number().nullable(),
  certified_by: z.string().nullable(),
  certification_details: z.string().nullable(),
  is_managed_externally: z.boolean(),
  changed_by: person.nullable(),
  changed_by_name: z.string(),
  changed_on_delta_humanized: z.string(),
  changed_on_dttm: z.number(),
  changed_on_utc: z.string(),
  created_by: person.nullable(),
  created_by_name: z.string(),
  created_on_delta_humanized: z.string(),
  last_saved_at: z.string().nullable(),
  last_saved_by: person.nullable(),
  dashboards: z.array(z.object({ id: z.number(), dashboard_title: z.string() })),
  datasource_id: z.number().nullable(),
  datasource_type: z.string(),
  datasource_name_text: z.string().nullable(),
  datasource_url: z.string().nullable(),
  table: z.object({ default_endpoint: z.string().nullable(), table_name: z.string() }).nullable(),
  edit_url: z.string(),
  url: z.string(),
  slice_url: z.string(),
  form_data: formData,
  owners: z.array(owner),
  tags: z.array(tagOnObject),
  thumbnail_url: z.string(),
})

export const chartList = listRoute({ ...named, row: chartRow })
export const chartInfo = infoRoute(named)
export const chartRelated = relatedRoute(named)
export const chartVersions = versionsRoute(named)
export const chartFavoriteStatus = favoriteStatusRoute(named)
export const chartAddFavorite = addFavoriteRoute(named)
export const chartRemoveFavorite = removeFavoriteRoute(named)
export const chartDelete = deleteRoute(named)
export const chartBulkDelete = bulkDeleteRoute(named)
export const chartRestore = restoreRoute(named)

const chartRecord = chartRow
  .pick({
    id: true,
    uuid: true,
    slice_name: true,
    viz_type: true,
    description: true,
    certified_by: true,
    certification_details: true,
    is_managed_externally: true,
    changed_on_delta_humanized: true,
    dashboards: true,
    datasource_id: true,
    datasource_type: true,
    datasource_name_text: true,
    datasource_url: true,
    owners: true,
    tags: true,
    thumbnail_url: true,
    url: true,
  })
  .extend({
    params: z.string().nullable(),
    query_context: z.string().nullable(),
    /** Seconds, as text. */
    cache_timeout: z.string().nullable(),
    datasource_uuid: z.string().optional(),
  })

export const chartGet = route({
  method: 'GET',
  path: '/api/v1/chart/:idOrName',
  access: ['can_read', 'Chart'],
  summary: 'One chart, by id or uuid',
  tag: 'chart',
  params: idOrName,
  result: z.object({ result: chartRecord }),
})

const saved = z.object({ id: z.number(), result: z.record(z.string(), z.unknown()) })

export const chartCreate = route({
  method: 'POST',
  path: '/api/v1/chart/',
  access: ['can_write', 'Chart'],
  summary: 'Create',
  tag: 'chart',
  body: newChart,
  result: saved,
})

export const chartUpdate = route({
  method: 'PUT',
  path: '/api/v1/chart/:pk',
  access: ['can_write', 'Chart'],
  summary: 'Update',
  tag: 'chart',
  params: pk,
  body: chartPatch,
  result: saved,
})
