import { z } from 'zod'
import { route } from './declare/route.ts'

const change = z.object({
  kind: z.enum(['chart', 'dashboard', 'dataset', 'database']),
  id: z.number(),
  action: z.enum(['create', 'update', 'delete', 'restore']),
  version: z.number(),
})
export type Change = z.output<typeof change>

/** Server-sent events. They name the changed object to everybody who may read its kind, never what changed in it. */
export const changesRoute = route({
  method: 'GET',
  path: '/api/v1/change/events',
  access: 'user',
  summary: 'Charts, dashboards, datasets and databases as they change: server-sent events whose data is the change as JSON',
  tag: 'Change',
  event: change,
  answers: 'events',
})
