import type { z } from 'zod'
import { body, integer, list, text, word } from '../declare/field.ts'

const name = text({ min: 1, max: 255 })
const filterType = word('Regular', 'Base')
const optional = { description: text().nullable().optional(), group_key: text().nullable().optional() }

export const newRowRule = body({
  name,
  filter_type: filterType,
  tables: list(integer()).refine((ids) => ids.length > 0, { error: 'Shorter than minimum length 1.' }),
  roles: list(integer()),
  clause: text(),
  ...optional,
})
export type NewRowRule = z.output<typeof newRowRule>

/** A change without tables and roles removes both, as in Superset: send them with every change. */
export const rowRulePatch = body({
  name: name.optional(),
  filter_type: filterType.optional(),
  tables: list(integer()).optional(),
  roles: list(integer()).optional(),
  clause: text().optional(),
  ...optional,
})
export type RowRulePatch = z.output<typeof rowRulePatch>

/** A rule as the form holds it, tried in place of the stored one. */
export const rowRulePreviewBody = body({
  dataset: integer(),
  user: integer(),
  rule: body({
    id: integer().optional(),
    filter_type: filterType,
    tables: list(integer()),
    roles: list(integer()),
    clause: text(),
    group_key: text().nullable().optional(),
  }).optional(),
})
export type RowRulePreview = z.output<typeof rowRulePreviewBody>
