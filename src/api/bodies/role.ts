import { body, text } from '../declare/field.ts'

const name = text({ max: 64 })

export const newRole = body({ name })
export const rolePatch = body({ name: name.optional() })
