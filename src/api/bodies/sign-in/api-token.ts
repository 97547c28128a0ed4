import { z } from 'zod'
import { scopes } from '#core/access/scopes.ts'
import { body, list, oneOf, text } from '../../declare/field.ts'

/** In days. */
export const longestTokenLife = 3650

export const apiTokenBody = body({
  name: text({ min: 1, max: 100 }),
  scopes: list(oneOf(...scopes)).refine((chosen) => chosen.length > 0, { error: 'Missing data for required field.' }),
  /** After which it expires; null: never. */
  days: z
    .int({ error: 'Not a valid integer.' })
    .min(1, { error: `Must be from 1 to ${longestTokenLife}.` })
    .max(longestTokenLife, { error: `Must be from 1 to ${longestTokenLife}.` })
    .nullable(),
})
