import type { z } from 'zod'
import { body, integer, text } from '../declare/field.ts'

const nullableText = (max?: number) =>
  text(max === undefined ? {} : { max })
    .nullable()
    .optional()

export const savedQueryBody = body({
  db_id: integer().optional(),
  catalog: nullableText(256),
  schema: nullableText(128),
  label: nullableText(256),
  description: nullableText(),
  sql: nullableText(),
  template_parameters: nullableText(),
  extra_json: nullableText(),
})
export type SavedQueryBody = z.output<typeof savedQueryBody>
