import { z } from 'zod'
import { integer, list, oneOf, openBody, text } from './declare/field.ts'
import { embeddedBody } from './bodies/embedded.ts'
import { message } from './declare/resource.ts'
import { route } from './declare/route.ts'

const tag = 'Embedded Dashboard'
const path = '/api/v1/dashboard/:idOrName/embedded'
const named = z.object({ idOrName: text() })

const embedded = z.object({
  result: z.object({
    uuid: z.string(),
    allowed_domains: z.array(z.string()),
    dashboard_id: z.string(),
    changed_on: z.string(),
    changed_by: z.object({ id: z.number(), first_name: z.string(), last_name: z.string(), username: z.string() }).nullable(),
  }),
})

export const embeddedGet = route({
  method: 'GET',
  path,
  access: ['can_get_embedded', 'Dashboard'],
  summary: 'How a dashboard may be embedded',
  tag,
  params: named,
  result: embedded,
})

const writing = (method: 'POST' | 'PUT') =>
  route({
    method,
    path,
    access: ['can_set_embedded', 'Dashboard'],
    summary: 'Allow a dashboard to be embedded, by the given domains or by all',
    tag,
    params: named,
    body: embeddedBody,
    result: embedded,
  })

export const embeddedCreate = writing('POST')
export const embeddedUpdate = writing('PUT')

export const embeddedDelete = route({
  method: 'DELETE',
  path,
  access: ['can_delete_embedded', 'Dashboard'],
  summary: 'End the embedding of a dashboard; guest tokens for it end with it',
  tag,
  params: named,
  result: message,
})

export const embeddedRecord = route({
  method: 'GET',
  path: '/api/v1/embedded_dashboard/:uuid',
  access: ['can_read', 'EmbeddedDashboard'],
  summary: 'The dashboard behind an embedded page',
  tag,
  params: z.object({ uuid: text() }),
  result: embedded,
})

export const embeddedPage = route({
  method: 'GET',
  path: '/embedded/:uuid',
  access: 'public',
  summary: 'The page that other sites show in a frame',
  tag,
  params: z.object({ uuid: text() }),
  query: z.object({ lang: text({ max: 20 }).optional() }),
  answers: 'page',
})

/** Our own SDK: one ES module, which pages of other sites import. */
export const embedSdk = route({
  method: 'GET',
  path: '/embed/:file',
  access: 'public',
  summary: 'The modules by which other sites embed dashboards: embed.js, react.js and their types',
  tag,
  params: z.object({ file: text({ max: 20 }) }),
  answers: 'bytes',
})

/** One thing that an embed needs, and whether it is there. */
const embedCheck = z.object({ name: z.string(), is_met: z.boolean(), text: z.string() })
export type EmbedCheck = z.infer<typeof embedCheck>

export const embeddedExplain = route({
  method: 'POST',
  path: '/api/v1/dashboard/:idOrName/embedded/explain',
  access: ['can_set_embedded', 'Dashboard'],
  summary: 'Why an embed with a token on a site works or not',
  tag,
  params: named,
  body: z.object({ token: text({ max: 20_000 }), domain: text({ max: 500 }) }),
  result: z.object({ result: z.array(embedCheck) }),
})

export const guestTokenRoute = route({
  method: 'POST',
  path: '/api/v1/security/guest_token/',
  access: ['can_grant_guest_token', 'SecurityRestApi'],
  summary: 'A token for a viewer of embedded dashboards',
  tag: 'Security',
  body: openBody({
    user: openBody({ username: text().optional(), first_name: text().optional(), last_name: text().optional() }).optional(),
    resources: list(openBody({ type: oneOf('dashboard'), id: text({ max: 100 }) })),
    rls: list(openBody({ dataset: integer().nullish(), clause: text({ max: 10_000 }) })),
  }),
  result: z.object({ token: z.string() }),
})
