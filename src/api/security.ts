import { z } from 'zod'
import { signedByPasskey } from './bodies/sign-in/passkey.ts'
import { body, flag, text } from './declare/field.ts'
import { route } from './declare/route.ts'

const tag = 'Security'

/** Accounts of the product and of a directory log in alike. */
const provider = text().superRefine((value, issues) => {
  if (value === 'db' || value === 'ldap') return
  for (const message of ['Must be one of: db, ldap.', 'Alternative authentication provider is not allowed'])
    issues.addIssue({ code: 'custom', message })
})

export const loginRoute = route({
  method: 'POST',
  path: '/api/v1/security/login',
  access: 'public',
  csrfExempt: true,
  summary: 'Exchange name and password for an access token and, if wanted, a refresh token',
  tag,
  notJson: 'Request payload is not JSON',
  body: body({
    username: text(),
    password: text(),
    provider: provider.optional(),
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

export const loginPageRoute = route({
  method: 'GET',
  path: '/login/',
  access: 'public',
  summary: 'The log-in page; with a one-time token it signs in at once',
  tag,
  query: z.object({ next: text().optional(), token: text({ max: 100 }).optional() }),
  answers: 'page',
})

/** The log-in form: redirects a form request, answers a JSON request with JSON. */
export const loginFormRoute = route({
  method: 'POST',
  path: '/login/',
  access: 'public',
  csrfExempt: true,
  summary: 'Start a cookie session',
  tag,
  accepts: 'form',
  query: z.object({ next: text().optional() }),
  body: z
    .object({
      username: text().optional(),
      password: text().optional(),
      next: text().optional(),
      csrf_token: text().optional(),
      code: text({ max: 40 }).optional(),
      setup: text({ max: 500 }).optional(),
      passkey: signedByPasskey.optional(),
    })
    .nullish(),
  result: z.object({}).catchall(z.unknown()),
})

/** Redirects a form request or a page visit, answers a JSON request with the path or address to visit next. */
const loggedOut = z.object({ next: z.string() })

export const logoutRoute = route({
  method: 'POST',
  path: '/logout/',
  access: 'public',
  summary: 'End the cookie session',
  tag,
  result: loggedOut,
})

export const logoutLinkRoute = route({
  method: 'GET',
  path: '/logout/',
  access: 'public',
  summary: 'End the cookie session, for whoever opens this address as a page',
  tag,
  result: loggedOut,
})
