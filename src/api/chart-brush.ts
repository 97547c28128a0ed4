import { z } from 'zod'
import { route } from './declare/route.ts'

export const prepareBrush = route({
  method: 'POST',
  path: '/api/v1/chart/data/brush',
  access: ['can_read', 'Chart'],
  summary: 'Prepares the data of charts for ranges of a column that follow each other quickly',
  tag: 'chart',
  body: z.object({
    /** Query contexts. */
    contexts: z.array(z.unknown()).max(100),
    column: z.string(),
    /** What the ends of the ranges are multiples of: a time grain up to a day, or a number. */
    step: z.union([z.enum(['P1D', 'PT1H', 'PT1M', 'PT1S']), z.number().positive()]),
  }),
  /** How many of the queries will be answered from what was prepared. */
  result: z.object({ result: z.object({ prepared: z.number() }) }),
})
