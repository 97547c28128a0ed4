import type { z } from 'zod'
import { invalidType } from '#api/declare/field.ts'
import { AppError, AppErrors, type FieldTexts } from '#core/errors.ts'

/** Validation errors in Superset's shapes (conformance/api/errors.md). */

/** `{field: [texts]}`, nested like the fields. */
export const fieldTexts = (error: z.ZodError): FieldTexts => {
  const texts: FieldTexts = {}
  for (const issue of error.issues) {
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys) addTexts(texts, [...issue.path.map(String), key], ['Unknown field.'])
    } else {
      const path = issue.path.map(String)
      const isAboutPart = path.length === 0 || issue.message === invalidType
      addTexts(texts, isAboutPart ? [...path, '_schema'] : path, nestedTexts(issue) ?? [issue.message])
    }
  }
  return texts
}

/** One typed error per invalid field. */
export const typedFaults = (error: z.ZodError): AppErrors => {
  const [first, ...others] = Object.entries(fieldTexts(error)).map(([field, texts]) => {
    const text = Array.isArray(texts) ? texts.map(String).join('\n') : JSON.stringify(texts)
    return new AppError('INVALID_PAYLOAD_SCHEMA_ERROR', text, { status: 422, extra: { invalid: [field] } })
  })
  if (!first) throw new Error('The validation error has no issues')
  return new AppErrors([first, ...others])
}

/** One typed error for all invalid fields, with the payload. */
export const payloadFault = (error: z.ZodError, payload: unknown): AppError =>
  new AppError('MARSHMALLOW_ERROR', 'The schema of the submitted payload is invalid.', {
    status: 422,
    extra: { messages: fieldTexts(error), payload },
  })

type Leaf = (string | FieldTexts)[]

/** Texts that a custom issue brings for a document inside the field. */
const nestedTexts = (issue: z.core.$ZodIssue): Leaf | undefined =>
  issue.code === 'custom' && Array.isArray(issue.params?.['texts']) ? (issue.params['texts'] as Leaf) : undefined

const addTexts = (texts: FieldTexts, path: string[], added: Leaf) => {
  const leaf = path.at(-1) ?? '_schema'
  let node = texts
  for (const step of path.slice(0, -1)) {
    const next = node[step]
    node = node[step] = next && !Array.isArray(next) ? next : {}
  }
  const known = node[leaf]
  node[leaf] = [...(Array.isArray(known) ? known : []), ...added]
}

const jsonType = ({ expected, message }: { expected: string; message: string }) =>
  message === 'integer' ? message : expected === 'record' ? 'object' : expected

/** The text for an invalid `q`: of several issues the outermost one, and among those the last by path. */
export const risonFaultText = (error: z.ZodError, given: unknown): string => {
  const [worst] = error.issues.toSorted((a, b) => a.path.length - b.path.length || comparePaths(b.path, a.path))
  return `Not a valid rison schema ${worst ? faultText(worst, given) : ''}`.trimEnd()
}

const comparePaths = (a: PropertyKey[], b: PropertyKey[]): number => {
  const at = a.findIndex((step, i) => step !== b[i])
  const [left, right] = [a[at], b[at]]
  if (left === undefined || right === undefined || left === right) return 0
  return typeof left === 'number' && typeof right === 'number' ? left - right : String(left) < String(right) ? -1 : 1
}

const faultText = (issue: z.core.$ZodIssue, given: unknown): string => {
  const value = issue.path.reduce<unknown>((node, step) => (node as Record<PropertyKey, unknown> | undefined)?.[step], given)
  if (value === undefined) return `'${String(issue.path.at(-1))}' is a required property`
  if (issue.code === 'invalid_value') return `${pythonText(value)} is not one of ${pythonText(issue.values)}`
  if (issue.code === 'invalid_type') return `${pythonText(value)} is not of type '${jsonType(issue)}'`
  return issue.code === 'custom' ? `${pythonText(value)} is ${issue.message}` : `${pythonText(value)}: ${issue.message}`
}

/** Python's `repr` of a value, which some of Superset's texts contain. */
export const pythonText = (value: unknown): string => {
  if (value === null || value === undefined) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (typeof value === 'string')
    return value.includes("'") && !value.includes('"') ? `"${value}"` : `'${value.replaceAll("'", String.raw`\'`)}'`
  if (Array.isArray(value)) return `[${value.map(pythonText).join(', ')}]`
  if (typeof value !== 'object') return String(value)
  return `{${Object.entries(value)
    .map(([key, item]) => `${/^\d+$/.test(key) ? key : pythonText(key)}: ${pythonText(item)}`)
    .join(', ')}}`
}
