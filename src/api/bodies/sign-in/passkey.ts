import { z } from 'zod'
import { body, list, text } from '../../declare/field.ts'

const encoded = text({ min: 1, max: 20_000 })

/** What authenticators and browsers add changes with their versions; what is not named here is dropped. */
const credential = <T extends z.ZodRawShape>(response: T) =>
  z.object({
    id: text({ min: 1, max: 2000 }),
    rawId: text({ min: 1, max: 2000 }),
    type: z.literal('public-key'),
    clientExtensionResults: z.object({}).default({}),
    response: z.object(response),
  })

export const passkeyCreation = credential({
  clientDataJSON: encoded,
  attestationObject: encoded,
  transports: list(text({ max: 20 })).default([]),
})

export const passkeySignature = credential({ clientDataJSON: encoded, authenticatorData: encoded, signature: encoded })

export type PasskeyCreation = z.output<typeof passkeyCreation>
export type PasskeySignature = z.output<typeof passkeySignature>

/** Goes back with what the browser made of the options. */
const ticket = text({ min: 1, max: 1000 })
const name = text({ min: 1, max: 100 })

export const passkeyName = body({ name })
/** `account` says whose passkeys: the log-in form gives it with a right password. */
export const askForPasskey = body({ account: text({ max: 1000 }).optional() })
export const newPasskey = body({ name, ticket, response: passkeyCreation })
export const signedByPasskey = body({ ticket, response: passkeySignature })
