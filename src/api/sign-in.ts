import { z } from 'zod'
import { text } from './declare/field.ts'
import { registrationModes } from './registration.ts'
import { route } from './declare/route.ts'

const tag = 'Security'

export const waysRoute = route({
  method: 'GET',
  path: '/api/v1/security/ways',
  access: 'public',
  summary: 'The ways to log in beside user name and password',
  tag,
  result: z.object({
    result: z.object({
      providers: z.array(z.object({ label: z.string(), path: z.string() })),
      /** Mails can be sent: to whom forgot a password, and as invitations. */
      mail: z.boolean(),
      /** Whether anybody here has a passkey. */
      passkeys: z.boolean(),
      /** How people get an account themselves. */
      registration: z.enum(registrationModes),
    }),
  }),
})

const provider = z.object({ provider: text({ max: 100 }) })

export const providerRoute = route({
  method: 'GET',
  path: '/login/:provider',
  access: 'public',
  summary: 'Go to an OpenID provider to log in',
  tag,
  params: provider,
  query: z.object({ next: text().optional() }),
  answers: 'page',
})

/** Why a log-in by a provider failed, as the log-in page receives it. */
export const signInFaults = ['failed', 'expired', 'denied', 'refused'] as const

export const providerReturnRoute = route({
  method: 'GET',
  path: '/oauth-authorized/:provider',
  access: 'public',
  summary: 'Come back from an OpenID provider',
  tag,
  params: provider,
  answers: 'page',
})
