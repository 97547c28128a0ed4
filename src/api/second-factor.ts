import { z } from 'zod'
import type { PublicKeyCredentialCreationOptionsJSON, PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser'
import { askForPasskey, newPasskey, passkeyName, signedByPasskey } from './bodies/sign-in/passkey.ts'
import { factorReset, freshProof, secondFactorCode, totpEnrollment } from './bodies/sign-in/second-factor.ts'
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

/** Options for the browser's own dialog, and what goes back with its answer. */
const passkeyOffer = z.object({ options: z.custom<PublicKeyCredentialCreationOptionsJSON>(), ticket: z.string() })
const passkeyQuestion = z.object({ options: z.custom<PublicKeyCredentialRequestOptionsJSON>(), ticket: z.string() })

const passkey = z.object({ id: z.number(), name: z.string(), created_on: z.string(), used_on: z.string().nullable() })
export type Passkey = z.output<typeof passkey>

/** What a person has to give before a second factor is added. */
export const proofKinds = ['none', 'password', 'code', 'log in'] as const
export type ProofKind = (typeof proofKinds)[number]

export const secondFactorRoute = route({
  method: 'GET',
  path: `${path}/`,
  access: 'user',
  summary: 'The own second factor',
  tag,
  result: z.object({
    result: z.object({
      totp: z.object({ created_on: z.string(), used_on: z.string().nullable() }).nullable(),
      passkeys: z.array(passkey),
      recovery_codes: z.number(),
      /** A role of the account demands one. */
      is_demanded: z.boolean(),
      proof: z.enum(proofKinds),
    }),
  }),
})

export const setUpTotpRoute = route({
  method: 'POST',
  path: `${path}/totp/setup`,
  access: 'user',
  summary: 'A new secret for an app that shows codes',
  tag,
  body: freshProof,
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

const pk = z.object({ pk: z.coerce.number().int() })

export const resetFactorRoute = route({
  method: 'POST',
  path: '/api/v1/security/users/:pk/second_factor/reset',
  access: ['can_put', 'User'],
  summary: 'Remove the second factor of an account whose person has lost it, and end its sessions',
  tag,
  ids: 'digits',
  params: pk,
  body: factorReset,
  result: message,
})

export const offerPasskeyRoute = route({
  method: 'POST',
  path: `${path}/passkeys/offer`,
  access: 'user',
  summary: 'What the browser needs to make a passkey',
  tag,
  body: freshProof,
  result: passkeyOffer,
})

export const addPasskeyRoute = route({
  method: 'POST',
  path: `${path}/passkeys`,
  access: 'user',
  summary: 'Add a passkey; with the first second factor, this answer alone shows the recovery codes',
  tag,
  body: newPasskey,
  result: recoveryCodes,
})

export const renamePasskeyRoute = route({
  method: 'PUT',
  path: `${path}/passkeys/:pk`,
  access: 'user',
  summary: 'Name a passkey',
  tag,
  params: pk,
  body: passkeyName,
  result: message,
})

export const revokePasskeyRoute = route({
  method: 'DELETE',
  path: `${path}/passkeys/:pk`,
  access: 'user',
  summary: 'Revoke a passkey',
  tag,
  params: pk,
  result: message,
})

export const askForPasskeyRoute = route({
  method: 'POST',
  path: '/api/v1/security/passkey/ask',
  access: 'public',
  csrfExempt: true,
  summary: 'What the browser needs to log in by a passkey: instead of a password, or beside it with the ticket of the log-in form',
  tag,
  body: askForPasskey,
  result: passkeyQuestion,
})

export const logInByPasskeyRoute = route({
  method: 'POST',
  path: '/api/v1/security/passkey',
  access: 'public',
  csrfExempt: true,
  summary: 'Start a cookie session by a passkey',
  tag,
  body: signedByPasskey,
  result: message,
})
