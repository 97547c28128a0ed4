import { z } from 'zod'
import { cssTemplateBody } from './bodies/css-template.ts'
import { bulkDeleteRoute, deleteRoute, infoRoute, listRoute, person, pk, recordRoute, relatedRoute } from './declare/resource.ts'
import { route } from './declare/route.ts'

const named = { tag: 'css_template', view: 'CssTemplate' } as const
const path = '/api/v1/css_template/'

const cssTemplateRow = z.object({
  id: z.number(),
  template_name: z.string().nullable(),
  css: z.string().nullable(),
  created_on: z.string(),
  changed_on_delta_humanized: z.string(),
  created_by: person.nullable(),
  changed_by: person.nullable(),
})

export const cssTemplateList = listRoute({ ...named, row: cssTemplateRow })
export const cssTemplateInfo = infoRoute(named)
export const cssTemplateRelated = relatedRoute(named)
export const cssTemplateDelete = deleteRoute(named)
export const cssTemplateBulkDelete = bulkDeleteRoute(named)

const { tag, view } = named
const savedTemplate = z.object({ id: z.number().optional(), result: z.record(z.string(), z.unknown()) })

export const cssTemplateGet = recordRoute({ ...named, row: cssTemplateRow, summary: 'One template' })

export const cssTemplateCreate = route({
  method: 'POST',
  path,
  access: ['can_write', view],
  summary: 'Create',
  tag,
  body: cssTemplateBody,
  faultStatus: 422,
  unreadableAs: 'error',
  result: savedTemplate,
})

export const cssTemplateUpdate = route({
  method: 'PUT',
  path: `${path}:pk`,
  access: ['can_write', view],
  summary: 'Update',
  tag,
  params: pk,
  body: cssTemplateBody,
  faultStatus: 422,
  unreadableAs: 'error',
  result: savedTemplate,
})
