import { z } from 'zod'
import { body, integer, list, text } from './declare/field.ts'
import { route } from './declare/route.ts'

const keyCounts = z.object({
  /** Different keys; rows with an empty key column match nothing and are not counted. */
  keys: z.number(),
  /** Keys that several rows have. */
  repeated: z.number(),
  /** Rows of the most frequent key. */
  most: z.number(),
})
export type KeyCounts = z.infer<typeof keyCounts>

export const joinKeyCounts = route({
  method: 'POST',
  path: '/api/v1/dataset/join_keys',
  access: ['can_write', 'Dataset'],
  summary: 'How often the keys of a table repeat, counted by its database',
  tag: 'dataset',
  body: body({
    database_id: integer(),
    schema: text({ min: 0, max: 255 }).nullable().optional(),
    table_name: text({ min: 1, max: 250 }),
    columns: list(text({ min: 1, max: 255 })).refine((names) => names.length > 0, { error: 'Shorter than minimum length 1.' }),
  }),
  result: z.object({ result: keyCounts }),
})
