import { z } from 'zod'
import { body, flag, oneOf, text } from './field.ts'
import { route } from './route.ts'

const tag = 'Security'

const otherProvider = { error: 'Alternative authentication provider is not allowed' }

export const loginRoute = route({
  method: 'POST',
  path: '/api/v1/security/login',
  access: 'public',
  csrfExempt: true,
  summary: 'Exchange name and password for an access token and, if wanted, a refresh token',
  tag,
  body: body({
    username: text(),
    password: text(),
    provider: oneOf('db', 'ldap')
      .refine((provider) => provider === 'db', otherProvider)
      .optional(),
    refresh: flag().optional(),
  }),
  result: z.object({ access_token: z.string(), refresh_token: z.string().optional() }),
})

export const refreshRoute = route({
  method: 'POST',
  path: '/api/v1/security/refresh',
  access: 'public',
  csrfExempt: true,
  summary: 'Exchange a refresh token, sent as bearer, for an access token',
  tag,
  result: z.object({ access_token: z.string() }),
})

export const csrfTokenRoute = route({
  method: 'GET',
  path: '/api/v1/security/csrf_token/',
  access: ['can_read', 'SecurityRestApi'],
  summary: 'The token that writes of this cookie session carry as X-CSRFToken',
  tag,
  result: z.object({ result: z.string() }),
})

/** The log-in form: redirects a page, answers JSON to whoever accepts that. */
export const loginFormRoute = route({
  method: 'POST',
  path: '/login/',
  access: 'public',
  csrfExempt: true,
  summary: 'Start a cookie session',
  tag,
  accepts: 'form',
  body: z.object({ username: text(), password: text(), next: text().optional(), csrf_token: text().optional() }),
})

export const logoutRoute = route({
  method: 'GET',
  path: '/logout/',
  access: 'public',
  summary: 'End the cookie session',
  tag,
  answers: 'bytes',
})
