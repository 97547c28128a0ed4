import { body, text } from '../../declare/field.ts'

/** Six digits of an app, or a recovery code. */
const code = text({ min: 1, max: 40 })

export const secondFactorCode = body({ code })

/** `setup` is what the server gave with the secret. */
export const totpEnrollment = body({ setup: text({ min: 1, max: 500 }), code })
