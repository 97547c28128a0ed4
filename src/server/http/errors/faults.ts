import type { z } from 'zod'
import { AppError, AppErrors, type FieldTexts } from '#core/errors.ts'

/** Refused input in the words of the wire (conformance/api/errors.md). */

/** `{field: [texts]}`, nested as the fields are. */
export const fieldTexts = (error: z.ZodError): FieldTexts => {
  const texts: FieldTexts = {}
  for (const issue of error.issues) {
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys) put(texts, [...issue.path.map(String), key], ['Unknown field.'])
    } else {
      put(texts, issue.path.length ? issue.path.map(String) : ['_schema'], ownTexts(issue) ?? [issue.message])
    }
  }
  return texts
}

/** One typed error for each faulty field. */
export const typedFaults = (error: z.ZodError): AppErrors => {
  const [first, ...others] = Object.entries(fieldTexts(error)).map(([field, texts]) => {
    const text = Array.isArray(texts) ? texts.map(String).join('\n') : JSON.stringify(texts)
    return new AppError('INVALID_PAYLOAD_SCHEMA_ERROR', text, { status: 422, extra: { invalid: [field] } })
  })
  if (!first) throw new Error('A refused body has no fault')
  return new AppErrors([first, ...others])
}

/** All faulty fields in one typed error, with what was sent. */
export const payloadFault = (error: z.ZodError, payload: unknown): AppError =>
  new AppError('MARSHMALLOW_ERROR', 'The schema of the submitted payload is invalid.', {
    status: 422,
    extra: { messages: fieldTexts(error), payload },
  })

type Leaf = (string | FieldTexts)[]

/** A custom issue may bring the texts of a document inside the field. */
const ownTexts = (issue: z.core.$ZodIssue): Leaf | undefined =>
  issue.code === 'custom' && Array.isArray(issue.params?.['texts']) ? (issue.params['texts'] as Leaf) : undefined

const put = (texts: FieldTexts, path: string[], added: Leaf) => {
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

/** The text for a `q` of the wrong shape; of several faults the outermost, and there the last named, is told. */
export const shapeText = (error: z.ZodError, given: unknown): string => {
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
  return `${pythonText(value)}: ${issue.message}`
}

/** A value as Python prints it: some texts of the wire are made of that. */
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
