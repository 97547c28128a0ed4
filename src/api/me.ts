import { z } from 'zod'
import { changeMe, newPassword } from './bodies/me.ts'
import { text } from './declare/field.ts'
import { message } from './declare/resource.ts'
import { route } from './declare/route.ts'

const tag = 'Current User'
const view = 'CurrentUserRestApi'

/** Viewers of embedded dashboards have no account, and so no id. */
const me = z.object({
  result: z.object({
    email: z.string().optional(),
    first_name: z.string(),
    id: z.number().optional(),
    is_active: z.boolean(),
    is_anonymous: z.boolean(),
    last_name: z.string(),
    login_count: z.number().optional(),
    username: z.string(),
  }),
})

export const meRoute = route({
  method: 'GET',
  path: '/api/v1/me/',
  access: ['can_read', view],
  summary: 'Who is signed in',
  tag,
  result: me,
})

export const changeMeRoute = route({
  method: 'PUT',
  path: '/api/v1/me/',
  access: ['can_write', view],
  summary: 'Change the own name or password',
  tag,
  body: changeMe,
  result: me,
})

export const myRolesRoute = route({
  method: 'GET',
  path: '/api/v1/me/roles/',
  access: ['can_read', view],
  summary: 'Who is signed in, with roles and permission pairs',
  tag,
  result: z.object({ result: z.record(z.string(), z.unknown()) }),
})

export const changePasswordRoute = route({
  method: 'PUT',
  path: '/api/v1/me/password',
  access: 'user',
  summary: 'Set the own password; other sessions and tokens of the account end',
  tag,
  body: newPassword,
  result: message,
})

export const themes = ['system', 'light', 'dark'] as const

export const changePreferencesRoute = route({
  method: 'PUT',
  path: '/api/v1/me/preferences',
  access: 'user',
  summary: 'Remember settings of the person; a setting of null is forgotten',
  tag,
  body: z.strictObject({
    theme: z.enum(themes).nullable().optional(),
    locale: text({ max: 20 }).nullable().optional(),
    /** Small settings of the screens, by name. */
    screens: z.record(z.string().max(60), z.json()).nullable().optional(),
  }),
  result: z.object({ result: z.record(z.string(), z.unknown()) }),
})

export const session = z.object({
  app_name: z.string(),
  /** Null while nobody is signed in. */
  user: z
    .object({
      id: z.number(),
      username: z.string(),
      first_name: z.string(),
      last_name: z.string(),
      email: z.string(),
      has_password: z.boolean(),
      roles: z.array(z.object({ id: z.number(), name: z.string() })),
      groups: z.array(z.object({ id: z.number(), name: z.string() })),
    })
    .nullable(),
  /** Set while an administrator looks at the product as `user`, or as a holder of a role of that name. */
  viewing: z.object({ as: z.enum(['user', 'role']), until: z.string() }).nullable(),
  /** `can_read on Chart`, of the person or of the role Public. */
  pairs: z.array(z.string()),
  feature_flags: z.record(z.string(), z.boolean()),
  locale: z.string(),
  theme: z.enum(themes),
  timezone: z.string(),
  /** The time range of new time filters in charts. */
  default_time_filter: z.string(),
  /** The type of charts that do not say theirs. */
  default_viz_type: z.string(),
  /** Chart types that are not offered. */
  denied_viz_types: z.array(z.string()),
  /** Of dashboards: whether it bypasses the cache, and what is said of intervals below so many seconds. */
  auto_refresh: z.object({ mode: z.enum(['force', 'fetch']), limit: z.number(), warning: z.string() }),
  preferences: z.record(z.string(), z.unknown()),
  /** For X-CSRFToken; empty without a cookie session. */
  csrf_token: z.string(),
  limits: z.object({
    row_limit: z.number(),
    samples_row_limit: z.number(),
    sql_max_row: z.number(),
    /** In bytes. */
    upload_limit: z.number(),
    /** In seconds. */
    query_timeout: z.number(),
  }),
})

export const sessionRoute = route({
  method: 'GET',
  path: '/api/v1/me/session',
  access: 'public',
  summary: 'What a page needs to know at its start: who is here, what they may, settings and limits',
  tag,
  result: session,
})

/** A cookie session on one device. */
export const signedInSession = z.object({
  id: z.string(),
  created_on: z.string(),
  seen_on: z.string(),
  expires_on: z.string(),
  /** Where it began. */
  address: z.string().nullable(),
  agent: z.string().nullable(),
  /** The session of this request. */
  is_current: z.boolean(),
})
export type SignedInSession = z.infer<typeof signedInSession>

const sessionsPath = '/api/v1/me/sessions'

export const sessionsRoute = route({
  method: 'GET',
  path: sessionsPath,
  access: 'user',
  summary: 'The own sessions, the one seen last first',
  tag,
  result: z.object({ result: z.array(signedInSession) }),
})

export const endSessionRoute = route({
  method: 'DELETE',
  path: `${sessionsPath}/:session_id`,
  access: 'user',
  summary: 'End one of the own sessions',
  tag,
  params: z.object({ session_id: z.string() }),
  result: message,
})

export const endOtherSessionsRoute = route({
  method: 'DELETE',
  path: sessionsPath,
  access: 'user',
  summary: 'End all own sessions but the one that asks',
  tag,
  result: message,
})
