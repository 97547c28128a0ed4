import type { z } from 'zod'
import { body, flag, integer, jsonText, jsonTextFault, list, text, uuid } from '../declare/field.ts'
import { dashboardMetadata } from './dashboard-metadata.ts'

type Texts = { [field: string]: (string | Texts)[] | Texts }

/**
 * JSON text of a dashboard's metadata, or nothing; faults of its fields come as one text object inside the list. Unknown fields pass here:
 * those that are stored already may be sent again, which only the store knows.
 */
const metadataText = () =>
  text().superRefine((value, context) => {
    if (value === '') return
    const fault = jsonTextFault(value)
    if (fault !== null) return context.addIssue({ code: 'custom', message: fault })
    const result = dashboardMetadata.loose().safeParse(JSON.parse(value))
    if (!result.success) context.addIssue({ code: 'custom', message: 'Invalid', params: { texts: [nestedTexts(result.error)] } })
  })

const nestedTexts = (error: z.ZodError): Texts => {
  const texts: Texts = {}
  for (const { path, message } of error.issues) texts[String(path[0] ?? '_schema')] = [message]
  return texts
}

const shared = {
  certified_by: text().nullable().optional(),
  certification_details: text().nullable().optional(),
  is_managed_externally: flag().nullable().optional(),
  external_url: text().nullable().optional(),
  theme_id: integer().nullable().optional(),
  uuid: uuid().nullable().optional(),
  dashboard_title: text({ min: 0, max: 500 }).nullable().optional(),
  description: text().nullable().optional(),
}

export const newDashboard = body({
  ...shared,
  slug: text({ min: 1, max: 255 }).nullable().optional(),
  owners: list(integer()).optional(),
  roles: list(integer()).optional(),
  position_json: jsonText().optional(),
  css: text().optional(),
  json_metadata: metadataText().optional(),
  published: flag().optional(),
})
export type NewDashboard = z.output<typeof newDashboard>

export const dashboardPatch = body({
  ...shared,
  slug: text({ min: 0, max: 255 }).nullable().optional(),
  owners: list(integer().nullable()).optional(),
  roles: list(integer().nullable()).optional(),
  tags: list(integer().nullable()).optional(),
  position_json: jsonText().nullable().optional(),
  css: text().nullable().optional(),
  json_metadata: metadataText().nullable().optional(),
  published: flag().nullable().optional(),
})
export type DashboardPatch = z.output<typeof dashboardPatch>

export const dashboardCopyBody = body({
  dashboard_title: text({ min: 0, max: 500 }).nullable().optional(),
  css: text().optional(),
  json_metadata: metadataText(),
  duplicate_slices: flag().optional(),
})
