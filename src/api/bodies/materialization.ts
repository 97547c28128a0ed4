import { z } from 'zod'
import { body, integer, text, word } from '../declare/field.ts'

export const rhythms = ['hour', 'day', 'week'] as const
export type Rhythm = (typeof rhythms)[number]

export const maxGenerations = 50

/** A table that the rows of a dataset are written into again and again. */
export const materializationBody = body({
  table_name: text({ min: 1, max: 250 }),
  every: word(...rhythms),
  /** How many generations of the table are kept, the newest one included. */
  kept: integer().pipe(z.int().min(1).max(maxGenerations)),
})
export type MaterializationBody = z.output<typeof materializationBody>
