import { z } from 'zod'
import { pk } from './declare/resource.ts'
import { route } from './declare/route.ts'

const datasetUsage = z.object({
  /** Of the last 30 days. */
  queries: z.number(),
  /** Every day (UTC), the oldest first. */
  days: z.array(z.object({ day: z.string(), queries: z.number() })),
  people_count: z.number(),
  /** Those who asked most, the most first; null for callers who may not change the dataset. */
  people: z.array(z.object({ id: z.number(), name: z.string(), queries: z.number(), last_on: z.string() })).nullable(),
  /** Queries of guests and of the public. */
  guests: z.number(),
})
export type DatasetUsage = z.infer<typeof datasetUsage>

export const datasetUsageGet = route({
  method: 'GET',
  path: '/api/v1/dataset/:pk/usage',
  access: ['can_read', 'Dataset'],
  summary: 'Who queried the dataset how often in the last 30 days',
  tag: 'dataset',
  params: pk,
  result: z.object({ result: datasetUsage }),
})
