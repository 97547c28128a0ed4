import { z } from 'zod'
import { list, mapping, openBody, text } from './declare/field.ts'
import { pk } from './declare/resource.ts'
import { route } from './declare/route.ts'

/** Pictures of saved charts and dashboards, drawn by the server with the viewer's own rights and data. SVG. */
const params = pk.extend({ digest: z.string() })

/** px */
const side = z.coerce.number().int().min(16).max(2000)

const theme = z.enum(['light', 'dark']).default('light')

const query = z.object({ theme, width: side.default(320), height: side.default(200) })
const largeQuery = z.object({ theme, width: side.default(1600), height: side.default(1200) })

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

export const chartScreenshot = route({
  method: 'GET',
  path: '/api/v1/chart/:pk/screenshot/:digest',
  access: ['can_read', 'Chart'],
  summary: 'A picture of a chart',
  tag: 'Charts',
  params,
  query: largeQuery,
  answers: 'bytes',
})

export const dashboardScreenshot = route({
  method: 'GET',
  path: '/api/v1/dashboard/:pk/screenshot/:digest',
  access: ['can_read', 'Dashboard'],
  summary: 'A picture of a dashboard',
  tag: 'Dashboards',
  params,
  query: largeQuery,
  answers: 'bytes',
})

/** The address of a picture that is being drawn. */
const drawn = { cache_key: z.string(), image_url: z.string(), task_status: z.string(), task_updated_at: z.string() }

const size = z.tuple([side, side])

export const chartCacheScreenshot = route({
  method: 'GET',
  path: '/api/v1/chart/:pk/cache_screenshot/',
  access: ['can_read', 'Chart'],
  summary: 'Draw a picture of a chart',
  tag: 'Charts',
  params: pk,
  q: z.object({ force: z.boolean().optional(), window_size: size.optional(), thumb_size: size.optional() }),
  result: z.object({ ...drawn, chart_url: z.string() }),
})

export const dashboardCacheScreenshot = route({
  method: 'POST',
  path: '/api/v1/dashboard/:pk/cache_dashboard_screenshot/',
  access: ['can_cache_dashboard_screenshot', 'Dashboard'],
  summary: 'Draw a picture of a dashboard as it is saved',
  tag: 'Dashboards',
  params: pk,
  body: openBody({
    dataMask: mapping().optional(),
    activeTabs: list(text()).optional(),
    anchor: text().optional(),
    urlParams: list(z.unknown()).optional(),
  }),
  result: z.object({ ...drawn, dashboard_url: z.string() }),
})
