import { z } from 'zod'
import { materializationBody, rhythms } from './bodies/materialization.ts'
import { message, pathId, pk } from './declare/resource.ts'
import { route } from './declare/route.ts'

const tag = 'dataset'
const read = ['can_read', 'Dataset'] as const
const write = ['can_write', 'Dataset'] as const
const path = '/api/v1/dataset/:pk/materialization'

const generation = z.object({
  id: z.number(),
  /** When its rows were read from the source. */
  data_on: z.string(),
  rows: z.number(),
  is_current: z.boolean(),
})

const materialization = z.object({
  table_name: z.string(),
  every: z.enum(rhythms),
  kept: z.number(),
  next_on: z.string(),
  is_running: z.boolean(),
  /** Why the last run failed. */
  error: z.string().nullable(),
  /** The dataset of the table; null before the first run has ended. */
  dataset_id: z.number().nullable(),
  /** Newest first. */
  generations: z.array(generation),
})
export type Materialization = z.infer<typeof materialization>

export const materializationGet = route({
  method: 'GET',
  path,
  access: read,
  summary: 'The table that the dataset is written into on a schedule, and its generations',
  tag,
  params: pk,
  result: z.object({ result: materialization.nullable() }),
})

export const materializationSet = route({
  method: 'PUT',
  path,
  access: write,
  summary: 'Write the dataset into a table on a schedule, for the first time at once, with the rows that the caller may read',
  tag,
  params: pk,
  body: materializationBody,
  result: message,
})

export const materializationRun = route({
  method: 'POST',
  path: `${path}/run`,
  access: write,
  summary: 'Write the table again now',
  tag,
  params: pk,
  result: message,
})

export const materializationRestore = route({
  method: 'POST',
  path: `${path}/generation/:generation`,
  access: write,
  summary: 'Read an older generation of the table again, until the next run',
  tag,
  ids: 'digits',
  params: pk.extend({ generation: pathId() }),
  result: message,
})

export const materializationDelete = route({
  method: 'DELETE',
  path,
  access: write,
  summary: 'End the schedule; the table stays',
  tag,
  params: pk,
  result: message,
})
