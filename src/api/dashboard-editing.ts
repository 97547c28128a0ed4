import { z } from 'zod'
import { body, flag, jsonText, list, openBody, text } from './declare/field.ts'
import { message, pk } from './declare/resource.ts'
import { layoutBodyBytes, route } from './declare/route.ts'

const tag = 'dashboard'
const write = ['can_write', 'Dashboard'] as const

const named = list(openBody({ id: z.number(), name: z.string() }))

/** What can be edited of a dashboard. */
const version = body({
  dashboard_title: text(),
  slug: text(),
  description: text(),
  css: text(),
  certified_by: text(),
  certification_details: text(),
  owners: named,
  roles: named,
  theme: openBody({ id: z.number(), name: z.string(), json_data: z.string() }).nullish(),
  json_metadata: jsonText(),
  position_json: jsonText(),
})

/** Unsaved changes of one person, with the stored version that they began with. */
const draft = body({ etag: text(), base: version, draft: version, steps: z.number() })
export type DashboardDraft = z.output<typeof draft>

export const dashboardDraftGet = route({
  method: 'GET',
  path: '/api/v1/dashboard/:pk/draft',
  access: write,
  summary: 'The unsaved changes of the caller',
  tag,
  ids: 'digits',
  params: pk,
  result: z.object({ result: draft.extend({ changed_on: z.string() }).nullable() }),
})

export const dashboardDraftPut = route({
  method: 'PUT',
  path: '/api/v1/dashboard/:pk/draft',
  access: write,
  summary: 'Keep unsaved changes of the caller',
  tag,
  ids: 'digits',
  params: pk,
  maxBodyBytes: layoutBodyBytes,
  body: draft,
  result: message,
})

export const dashboardDraftDelete = route({
  method: 'DELETE',
  path: '/api/v1/dashboard/:pk/draft',
  access: write,
  summary: 'Throw away unsaved changes of the caller',
  tag,
  ids: 'digits',
  params: pk,
  result: message,
})

const editor = z.object({ id: z.number(), first_name: z.string(), last_name: z.string() })
export type Editor = z.output<typeof editor>

export const dashboardEditorsPut = route({
  method: 'PUT',
  path: '/api/v1/dashboard/:pk/editors',
  access: write,
  summary: 'Say that the caller is editing, or no longer; who else is, in other browser tabs',
  tag,
  ids: 'digits',
  params: pk,
  body: body({ tab_id: text({ min: 1, max: 200 }), is_editing: flag() }),
  result: z.object({ result: z.array(editor) }),
})
