import { z } from 'zod'
import { body, list, text } from '../declare/field.ts'

const value = text({ max: 1000 })

/** Attributes by name; a list holds several values. */
export const userAttributesBody = body({
  attributes: z
    .record(z.string().regex(/^[a-zA-Z_][\w.-]{0,99}$/, { error: 'Not a valid name.' }), z.union([value, list(value).max(1000)]))
    .refine((given) => Object.keys(given).length <= 200, { error: 'Longer than maximum length 200.' }),
})
