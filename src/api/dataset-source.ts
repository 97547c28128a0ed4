import { z } from 'zod'
import { body, integer, text } from './declare/field.ts'
import { pk } from './declare/resource.ts'
import { route } from './declare/route.ts'

const chart = z.object({ id: z.number(), slice_name: z.string() })

/** What reading the columns of a dataset again would change. */
export const sourceChanges = z.object({
  added: z.array(z.object({ column_name: z.string(), type: z.string() })),
  changed: z.array(z.object({ column_name: z.string(), type: z.string(), before: z.string().nullable() })),
  lost: z.array(
    z.object({
      column_name: z.string(),
      /** Calculated columns and metrics whose SQL names the column. */
      used_by: z.array(z.string()),
    }),
  ),
  /** Charts that use a lost column, directly or through a calculated column or metric. */
  charts: z.array(chart.extend({ uses: z.array(z.string()) })),
  /** Broken charts that the caller may not see. */
  hidden_charts: z.number(),
  /** Filters of dashboards that offer or use a lost column. */
  filters: z.array(
    z.object({ dashboard: z.object({ id: z.number(), title: z.string().nullable() }), name: z.string(), uses: z.array(z.string()) }),
  ),
  /** Broken filters of dashboards that the caller may not see. */
  hidden_filters: z.number(),
})
export type SourceChanges = z.infer<typeof sourceChanges>

export const datasetSourceChanges = route({
  method: 'POST',
  path: '/api/v1/dataset/:pk/source_changes',
  access: ['can_write', 'Dataset'],
  summary: 'Compare the columns with those of the source, or of another source, without changing anything',
  tag: 'dataset',
  params: pk,
  /** Fields of another source; absent ones are as stored. */
  body: body({
    database_id: integer().optional(),
    catalog: text({ min: 0, max: 250 }).nullable().optional(),
    schema: text({ min: 0, max: 255 }).nullable().optional(),
    table_name: text({ min: 1, max: 250 }).optional(),
    sql: text().nullable().optional(),
  }),
  result: z.object({ result: sourceChanges }),
})
