import { z } from 'zod'
import { body, list, text } from './declare/field.ts'
import { message, pk } from './declare/resource.ts'
import { route } from './declare/route.ts'
import { sourceChanges } from './dataset-source.ts'

const tag = 'dataset'
const write = ['can_write', 'Dataset'] as const
const path = '/api/v1/dataset/:pk/table_columns'

/** New names and types of columns of a table that is kept here; other columns stay. */
const newColumns = body({
  columns: list(
    body({
      /** Its present name. */
      from: text({ min: 1, max: 255 }),
      name: text({ min: 1, max: 255 }),
      type: text({ min: 1, max: 60 }),
      /** How a text that becomes a date or time is written: a strptime pattern; '' = ISO 8601. */
      format: text({ min: 0, max: 60 }).optional(),
    }),
  ),
})
export type NewColumns = z.output<typeof newColumns>

const columnsCheck = z.object({
  /** Rows with a value that does not fit its new type; such cells become empty. */
  rows: z.number(),
  /** The first of them. */
  values: z.array(z.object({ row: z.number(), column: z.string(), value: z.string().nullable() })),
  /** What charts, filters, metrics and calculated columns would lose. */
  changes: sourceChanges,
})
export type ColumnsCheck = z.infer<typeof columnsCheck>

export const tableColumns = route({
  method: 'GET',
  path,
  access: write,
  summary: 'The columns of the table of a dataset that is kept here; null for tables elsewhere and for queries',
  tag,
  params: pk,
  result: z.object({ result: z.array(z.object({ name: z.string(), type: z.string() })).nullable() }),
})

export const tableColumnsCheck = route({
  method: 'POST',
  path: `${path}/check`,
  access: write,
  summary: 'Which values do not fit new types of columns, and what new names break, without changing anything',
  tag,
  params: pk,
  body: newColumns,
  result: z.object({ result: columnsCheck }),
})

export const tableColumnsSet = route({
  method: 'PUT',
  path,
  access: write,
  summary: 'Rename and retype columns of a table that is kept here; values that do not fit become empty',
  tag,
  params: pk,
  body: newColumns,
  result: message,
})
