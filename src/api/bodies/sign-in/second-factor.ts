import { body, text } from '../../declare/field.ts'

/** Six digits of an app, or a recovery code. */
const code = text({ min: 1, max: 40 })

export const secondFactorCode = body({ code })

/** The password or a code, where the log-in is no longer fresh enough for a new second factor. */
export const freshProof = body({ proof: text({ min: 1, max: 1000 }).optional() })

/** `setup` is what the server gave with the secret. */
export const totpEnrollment = body({ setup: text({ min: 1, max: 500 }), code })

/** Why an administrator removes the second factor of a user; it is in the action log. */
export const factorReset = body({ reason: text({ min: 1, max: 500 }) })
