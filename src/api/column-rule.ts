import { z } from 'zod'
import { columnMasks } from '#core/access/column-rules.ts'
import { columnRuleBody } from './bodies/column-rule.ts'
import { bulkDeleteRoute, deleteRoute, infoRoute, listRoute, person, pk, recordRoute } from './declare/resource.ts'
import { route } from './declare/route.ts'

const path = '/api/v1/columnrule/'
/** The right to write row-level rules covers these: the built-in roles stay as they are in Superset. */
const named = { tag: 'columnrule', view: 'Row Level Security' } as const
const { tag, view } = named

const row = z.object({
  id: z.number(),
  name: z.string(),
  description: z.string().nullable(),
  filter_type: z.enum(['Regular', 'Base']),
  mask: z.enum(columnMasks),
  dataset: z.object({ id: z.number(), schema: z.string().nullable(), table_name: z.string() }).nullable(),
  columns: z.array(z.string()),
  roles: z.array(z.object({ id: z.number(), name: z.string() })),
  changed_by: person.nullable(),
  changed_on_delta_humanized: z.string(),
})

const saved = z.object({ id: z.number() })

export const columnRuleList = listRoute({ ...named, row })
export const columnRuleInfo = infoRoute(named)
export const columnRuleDelete = deleteRoute(named)
export const columnRuleBulkDelete = bulkDeleteRoute(named)

export const columnRuleGet = recordRoute({ ...named, row, summary: 'One rule' })

export const columnRuleCreate = route({
  method: 'POST',
  path,
  access: ['can_write', view],
  summary: 'Mask columns of a dataset for the holders of roles, or for everybody else',
  tag,
  body: columnRuleBody,
  result: saved,
})

export const columnRuleUpdate = route({
  method: 'PUT',
  path: `${path}:pk`,
  access: ['can_write', view],
  summary: 'Replace a rule',
  tag,
  ids: 'digits',
  params: pk,
  body: columnRuleBody,
  result: saved,
})
