import { z } from 'zod'
import { newRowRule, rowRulePatch, rowRulePreviewBody } from './bodies/row-rule.ts'
import { bulkDeleteRoute, deleteRoute, infoRoute, listRoute, person, pk, recordRoute, relatedRoute } from './declare/resource.ts'
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

export const rowRuleGet = recordRoute({ ...named, row, summary: 'One rule' })

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

export const rowRulePreview = route({
  method: 'POST',
  path: `${path}preview`,
  access: ['can_write', view],
  summary: 'The rows of a dataset that a person may read, with a rule that is not stored yet',
  tag,
  body: rowRulePreviewBody,
  result: z.object({
    result: z.object({
      /** Whether the person may read the dataset at all. */
      can_read: z.boolean(),
      /** The conditions that hold for the person. */
      clauses: z.array(z.string()),
      columns: z.array(z.string()),
      rows: z.array(z.record(z.string(), z.unknown())),
      /** Rows that the person may read, and rows of the dataset. */
      count: z.number(),
      total: z.number(),
    }),
  }),
})
