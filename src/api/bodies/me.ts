import { body, text } from '../declare/field.ts'

/** In characters. */
export const minPasswordLength = 8

export const password = text({ min: minPasswordLength, max: 1024 })

export const newPassword = body({ password, current_password: text().optional() })

/** The own name or password. */
export const changeMe = body({
  first_name: text({ min: 1, max: 64 }).optional(),
  last_name: text({ min: 1, max: 64 }).optional(),
  password: password.optional(),
  current_password: text().optional(),
})
