import type { z } from 'zod'
import { columnMasks } from '#core/access/column-rules.ts'
import { body, integer, list, text, word } from '../declare/field.ts'

export const columnRuleBody = body({
  name: text({ min: 1, max: 255 }),
  description: text().nullable().optional(),
  /** Regular: the holders of the roles; Base: everybody else. */
  filter_type: word('Regular', 'Base'),
  mask: word(...columnMasks),
  dataset: integer(),
  columns: list(text({ min: 1, max: 255 }))
    .min(1, { error: 'Shorter than minimum length 1.' })
    .max(1000, { error: 'Longer than maximum length 1000.' }),
  roles: list(integer()),
})
export type ColumnRuleBody = z.output<typeof columnRuleBody>
