import type { z } from 'zod'
import { body, integer, list, text, word } from '../declare/field.ts'

const name = text({ min: 1, max: 255 })
const filterType = word('Regular', 'Base')
const optional = { description: text().nullable().optional(), group_key: text().nullable().optional() }

export const newRowRule = body({
  name,
  filter_type: filterType,
  tables: list(integer()).min(1, { error: 'Shorter than minimum length 1.' }),
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
