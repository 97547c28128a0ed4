import { z } from 'zod'
import { jsonBoundsFault } from '#core/encoding/json/json-bounds.ts'

// The content policy of pages refuses code made of text, which the compiler of schemas is.
if ('document' in globalThis) z.config({ jitless: true })

/**
 * Fields of request bodies with the texts of the wire (conformance/api/errors.md, "Field messages").
 * A field is required and not null unless `.optional()` or `.nullable()` follows.
 */
export const complaint = (wrong: string) => (issue: { input?: unknown }) => {
  if (issue.input === undefined) return 'Missing data for required field.'
  return issue.input === null ? 'Field may not be null.' : wrong
}

type Length = { min?: number; max?: number }

const lengthText = ({ min, max }: Length) => {
  if (max === undefined) return `Shorter than minimum length ${min}.`
  return min === undefined ? `Longer than maximum length ${max}.` : `Length must be between ${min} and ${max}.`
}

/** Lengths are counted in characters, some of which take two code units; long texts are counted only when it matters. */
const hasLength = (value: string, min: number, max: number): boolean => {
  const units = value.length
  if (units < min || units > max * 2) return false
  if (units >= min * 2 && units <= max) return true
  const characters = [...value].length
  return characters >= min && characters <= max
}

export const text = (length: Length = {}) => {
  const { min = 0, max = Infinity } = length
  return z.string({ error: complaint('Not a valid string.') }).refine((value) => hasLength(value, min, max), { error: lengthText(length) })
}

/** The largest integer that every metadata store can hold. */
export const largestInteger = 2 ** 31 - 1

/** Whole numbers, also as text; of others the whole part. */
export const integer = () =>
  z.preprocess(
    (value: number | string) => {
      if (typeof value === 'string') return /^\s*[-+]?\d+\s*$/.test(value) ? Number(value) : value
      return typeof value === 'number' ? Math.trunc(value) : value
    },
    z
      .int({ error: complaint('Not a valid integer.') })
      // Unsafe integers have been rejected already.
      .refine((value) => !Number.isSafeInteger(value) || Math.abs(value) <= largestInteger, { error: 'Not a valid integer.' }),
  )

const truths = new Map<unknown, boolean>([
  ...['t', 'T', 'true', 'True', 'TRUE', 'on', 'On', 'ON', 'y', 'Y', 'yes', 'Yes', 'YES', '1', 1].map((value) => [value, true] as const),
  ...['f', 'F', 'false', 'False', 'FALSE', 'off', 'Off', 'OFF', 'n', 'N', 'no', 'No', 'NO', '0', 0].map((value) => [value, false] as const),
])

export const flag = () =>
  z.preprocess((value: boolean) => truths.get(value) ?? value, z.boolean({ error: complaint('Not a valid boolean.') }))

export const list = <T extends z.ZodType>(item: T) => z.array(item, { error: complaint('Not a valid list.') })

/** Two texts, as of a parameter and its value; either may be null. */
export const pair = () =>
  z.unknown().superRefine((value, context) => {
    const fault = (message: string, path: number[] = []) => context.addIssue({ code: 'custom', message, path })
    if (!Array.isArray(value)) return fault(value === null ? 'Field may not be null.' : 'Not a valid tuple.')
    if (value.length !== 2) return fault('Length must be 2.')
    for (const [i, item] of value.entries()) if (item !== null && typeof item !== 'string') fault('Not a valid string.', [i])
  })

export const mapping = <T = unknown>() => z.record(z.string(), z.custom<T>(), { error: complaint('Not a valid mapping type.') })

export const oneOf = <const T extends string>(...words: T[]) => z.enum(words, { error: complaint(`Must be one of: ${words.join(', ')}.`) })

/** One of a set of words; a value that is not a text is reported first. */
export const word = <const T extends string>(...words: T[]) => {
  const unknown = `Must be one of: ${words.join(', ')}.`
  return z.enum(words, { error: (issue) => (typeof issue.input === 'string' ? unknown : complaint('Not a valid string.')(issue)) })
}

export const uuid = () => z.uuid({ error: complaint('Not a valid UUID.') })

/** JSON as text, kept as it was sent; it may be empty. */
export const jsonText = () =>
  text().superRefine((value, context) => {
    const fault = value === '' ? null : jsonTextFault(value)
    if (fault !== null) context.addIssue({ code: 'custom', message: fault })
  })

/** Why a text is rejected where JSON is expected; null when it is JSON. */
export const jsonTextFault = (value: string): string | null => jsonBoundsFault(value) ?? (isJson(value) ? null : 'JSON not valid')

const isJson = (value: string): boolean => {
  try {
    JSON.parse(value)
    return true
  } catch {
    return false
  }
}

/** Reported under `_schema` of the part of a body that it concerns. */
export const invalidType = 'Invalid input type.'

/** A body with known fields only, or a part of one. */
export const body = <T extends z.ZodRawShape>(shape: T) => z.strictObject(shape, { error: bodyFault })

/** A body whose unknown fields are dropped. */
export const openBody = <T extends z.ZodRawShape>(shape: T) => z.object(shape, { error: bodyFault })

const bodyFault = (issue: { code?: string; input?: unknown; path?: PropertyKey[] }) => {
  if (issue.code !== 'invalid_type') return undefined
  return issue.path?.length ? complaint(invalidType)(issue) : invalidType
}
