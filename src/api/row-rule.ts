import { z } from 'zod'
import { newRowRule, rowRulePatch } from './bodies/row-rule.ts'
import { getQ } from './declare/q.ts'
import { bulkDeleteRoute, deleteRoute, infoRoute, listRoute, person, pk, recordResult, relatedRoute } from './declare/resource.ts'
import { route } from './declare/route.ts'

const named = { tag: 'rowlevelsecurity', view: 'Row Level Security' } as const
const { tag, view } = named
const path = '/api/v1/rowlevelsecurity/'

const row = z.object({
  id: z.number(),
  name: z.string(),
  description: z.string().nullable(),
  filter_type: z.enum(['Regular', 'Base']),
  clause: z.string(),
  group_key: z.string().nullable(),
  tables: z.array(z.object({ id: z.number(), schema: z.string().nullable(), table_name: z.string() })),
  roles: z.array(z.object({ id: z.number(), name: z.string() })),
  changed_by: person.nullable(),
  changed_on_delta_humanized: z.string(),
})

const saved = z.object({ id: z.number(), result: z.record(z.string(), z.unknown()) })

export const rowRuleList = listRoute({ ...named, row })
export const rowRuleInfo = infoRoute(named)
export const rowRuleRelated = relatedRoute(named)
export const rowRuleDelete = deleteRoute(named)
export const rowRuleBulkDelete = bulkDeleteRoute(named)

export const rowRuleGet = route({
  method: 'GET',
  path: `${path}:pk`,
  access: ['can_read', view],
  summary: 'One rule',
  tag,
  ids: 'digits',
  params: pk,
  q: getQ,
  result: recordResult(row),
})

export const rowRuleCreate = route({
  method: 'POST',
  path,
  access: ['can_write', view],
  summary: 'Create',
  tag,
  body: newRowRule,
  result: saved,
})

export const rowRuleUpdate = route({
  method: 'PUT',
  path: `${path}:pk`,
  access: ['can_write', view],
  summary: 'Update; without tables and roles both are removed',
  tag,
  ids: 'digits',
  params: pk,
  body: rowRulePatch,
  result: saved,
})
