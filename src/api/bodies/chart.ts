import type { z } from 'zod'
import { datasourceTypes } from '#core/query/query-object.ts'
import { body, flag, integer, jsonText, list, text, uuid, word } from '../declare/field.ts'

const shared = {
  description: text().nullable().optional(),
  params: jsonText().nullable().optional(),
  query_context: jsonText().nullable().optional(),
  query_context_generation: flag().nullable().optional(),
  cache_timeout: integer().nullable().optional(),
  owners: list(integer()).optional(),
  dashboards: list(integer()).optional(),
  certified_by: text().nullable().optional(),
  certification_details: text().nullable().optional(),
  is_managed_externally: flag().nullable().optional(),
  external_url: text().nullable().optional(),
  uuid: uuid().nullable().optional(),
}

export const newChart = body({
  slice_name: text({ min: 1, max: 250 }),
  viz_type: text({ min: 0, max: 250 }).optional(),
  datasource_id: integer(),
  datasource_type: word(...datasourceTypes),
  datasource_name: text().nullable().optional(),
  ...shared,
})
export type NewChart = z.output<typeof newChart>

export const chartPatch = body({
  slice_name: text({ min: 0, max: 250 }).nullable().optional(),
  viz_type: text({ min: 0, max: 250 }).nullable().optional(),
  datasource_id: integer().nullable().optional(),
  datasource_type: word(...datasourceTypes)
    .nullable()
    .optional(),
  tags: list(integer()).optional(),
  ...shared,
})
export type ChartPatch = z.output<typeof chartPatch>
