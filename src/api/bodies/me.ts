import { body, text } from '../declare/field.ts'

/** In characters. */
export const minPasswordLength = 8

export const password = text({ min: minPasswordLength, max: 1024 })

export const newPassword = body({ password, current_password: text().optional() })
