import { z } from 'zod'
import { changedTheme, themeBody } from './bodies/theme.ts'
import { bulkDeleteRoute, deleteRoute, infoRoute, listRoute, person, pk, recordRoute, relatedRoute } from './declare/resource.ts'
import { route } from './declare/route.ts'

/** Themes: tokens of Ant Design as JSON. System themes come with the product and cannot be changed. */
const named = { tag: 'theme', view: 'Theme' } as const
const { tag, view } = named
const path = '/api/v1/theme/'

const themeRow = z.object({
  id: z.number(),
  uuid: z.string(),
  theme_name: z.string(),
  json_data: z.string(),
  is_system: z.boolean(),
  is_system_default: z.boolean(),
  is_system_dark: z.boolean(),
  created_on: z.string(),
  changed_on_delta_humanized: z.string(),
  changed_by_name: z.string(),
  created_by: person.nullable(),
  changed_by: person.nullable(),
})

const saved = z.object({ id: z.number(), result: z.object({ theme_name: z.string(), json_data: z.string() }) })

export const themeList = listRoute({ ...named, row: themeRow })
export const themeInfo = infoRoute(named)
export const themeRelated = relatedRoute(named)
export const themeDelete = deleteRoute({ ...named, ids: 'digits' })
export const themeBulkDelete = bulkDeleteRoute(named)

export const themeGet = recordRoute({ ...named, row: themeRow, summary: 'One theme' })

export const themeCreate = route({
  method: 'POST',
  path,
  access: ['can_write', view],
  summary: 'Create',
  tag,
  body: themeBody,
  needsFields: true,
  result: saved,
})

export const themeUpdate = route({
  method: 'PUT',
  path: `${path}:pk`,
  access: ['can_write', view],
  summary: 'Update',
  tag,
  params: pk,
  body: changedTheme,
  needsFields: true,
  result: saved,
})

const setSystem = <const P extends string>(word: P, summary: string) =>
  route({
    method: 'PUT',
    path: `${path}:pk/${word}`,
    access: ['can_write', view],
    summary,
    tag,
    params: pk,
    result: z.object({ id: z.number(), result: z.string() }),
  })

const unsetSystem = <const P extends string>(word: P, summary: string) =>
  route({ method: 'DELETE', path: `${path}${word}`, access: ['can_write', view], summary, tag, result: z.object({ result: z.string() }) })

export const themeSetDefault = setSystem('set_system_default', 'Make it the default theme of everybody')
export const themeSetDark = setSystem('set_system_dark', 'Make it the dark theme of everybody')
export const themeUnsetDefault = unsetSystem('unset_system_default', 'Leave everybody the built-in default theme')
export const themeUnsetDark = unsetSystem('unset_system_dark', 'Leave everybody the built-in dark theme')
