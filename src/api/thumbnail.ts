import { z } from 'zod'
import { pk } from './resource.ts'
import { route } from './route.ts'

/** Pictures of saved charts and dashboards, drawn by the server with the viewer's own rights and data. SVG. */
const params = pk.extend({ digest: z.string() })

const query = z.object({
  theme: z.enum(['light', 'dark']).default('light'),
  /** px */
  width: z.coerce.number().int().min(16).max(2000).default(320),
  height: z.coerce.number().int().min(16).max(2000).default(200),
})

export const chartThumbnail = route({
  method: 'GET',
  path: '/api/v1/chart/:pk/thumbnail/:digest',
  access: ['can_read', 'Chart'],
  summary: 'A small picture of a chart',
  tag: 'Charts',
  params,
  query,
  answers: 'bytes',
})

export const dashboardThumbnail = route({
  method: 'GET',
  path: '/api/v1/dashboard/:pk/thumbnail/:digest',
  access: ['can_read', 'Dashboard'],
  summary: 'A small picture of a dashboard',
  tag: 'Dashboards',
  params,
  query,
  answers: 'bytes',
})
