import { z } from 'zod'
import { secondFactorCode, totpEnrollment } from './bodies/second-factor.ts'
import { message } from './declare/resource.ts'
import { route } from './declare/route.ts'

const tag = 'Second factor'
const path = '/api/v1/second_factor'

export const totpSetup = z.object({
  /** For typing, where the picture of `uri` cannot be scanned. */
  secret: z.string(),
  uri: z.string(),
  /** Goes back with the first code. */
  setup: z.string(),
})

export const secondFactorRoute = route({
  method: 'GET',
  path: `${path}/`,
  access: 'user',
  summary: 'The own second factor',
  tag,
  result: z.object({
    result: z.object({
      totp: z.object({ created_on: z.string(), used_on: z.string().nullable() }).nullable(),
      recovery_codes: z.number(),
      /** A role of the account demands one. */
      is_demanded: z.boolean(),
    }),
  }),
})

export const setUpTotpRoute = route({
  method: 'POST',
  path: `${path}/totp/setup`,
  access: 'user',
  summary: 'A new secret for an app that shows codes',
  tag,
  result: totpSetup,
})

export const recoveryCodes = z.object({ recovery_codes: z.array(z.string()) })

export const enrollTotpRoute = route({
  method: 'POST',
  path: `${path}/totp`,
  access: 'user',
  summary: 'Turn the second factor on; only this answer shows the recovery codes',
  tag,
  body: totpEnrollment,
  result: recoveryCodes,
})

export const removeTotpRoute = route({
  method: 'POST',
  path: `${path}/totp/remove`,
  access: 'user',
  summary: 'Turn the second factor off',
  tag,
  body: secondFactorCode,
  result: message,
})

export const renewRecoveryCodesRoute = route({
  method: 'POST',
  path: `${path}/recovery_codes`,
  access: 'user',
  summary: 'Replace the recovery codes; only this answer shows them',
  tag,
  body: secondFactorCode,
  result: recoveryCodes,
})
