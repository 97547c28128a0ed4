import { body, text } from '../../declare/field.ts'
import { password } from '../me.ts'

const name = text({ min: 1, max: 64 })

const person = {
  username: text({ min: 1, max: 128 }),
  first_name: name,
  last_name: name,
  email: text({ min: 3, max: 320 }).regex(/^[^\s@<>"]+@[^\s@<>"]+$/, { error: 'Not a valid email address.' }),
}

/** A password is chosen with the request where an administrator approves it, and by the link in the mail where that confirms it. */
export const registrationRequest = body({ ...person, password: password.optional() })
export type RegistrationRequest = ReturnType<typeof registrationRequest.parse>

export const registrationConfirmation = body({ token: text({ min: 1, max: 200 }), password })
