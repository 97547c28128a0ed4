import type { FieldTexts } from '#core/errors.ts'
import { CallError } from '../data/call-error.ts'
import { emptyText, fieldText, requiredText } from './field-text.ts'

/** What is wrong with one field; its path is that of the wire, `columns.3.expression`, or '' for the whole. */
export type Fault = { path: string; text: string }

/** What a form needs of a zod schema. */
export type BodySchema = {
  safeParse: (body: unknown) => { error?: { issues: readonly { path: readonly PropertyKey[]; message: string }[] } | undefined }
}

const valueAt = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce((inner, key) => (typeof inner === 'object' && inner !== null ? Reflect.get(inner, key) : undefined), value)

/** What the schema of a route finds in a body, before it is sent. */
export const bodyFaults = (schema: BodySchema, body: unknown): Fault[] =>
  (schema.safeParse(body).error?.issues ?? []).map(({ path, message }) => ({
    path: path.join('.'),
    text: valueAt(body, path) === '' ? emptyText() : fieldText(message),
  }))

type Texts = FieldTexts | (string | FieldTexts)[]

/** `{columns: {3: {expression: [texts]}}}` as one fault for each field; lists hold texts, or objects of the same shape. */
const flatten = (texts: Texts, path: readonly string[] = []): Fault[] => {
  const entries = Array.isArray(texts) ? texts.map((item, i) => [String(i), item] as const) : Object.entries(texts)
  const own = entries.flatMap(([, item]) => (typeof item === 'string' ? [fieldText(item)] : []))
  return [
    ...(own.length > 0 ? [{ path: path.join('.'), text: own.join(' ') }] : []),
    ...entries.flatMap(([key, item]) => (typeof item === 'string' ? [] : flatten(item, [...path, key]))),
  ]
}

const namesIn = (value: unknown): string[] => (Array.isArray(value) ? value.filter((name) => typeof name === 'string') : [])

/** What the server found, by field; what names no field has the path ''. */
export const answerFaults = (error: unknown): Fault[] => {
  if (!(error instanceof CallError)) return [{ path: '', text: error instanceof Error ? error.message : String(error) }]
  if (error.fields) return flatten(error.fields)
  const named = error.errors.flatMap(({ message, extra }) => [
    ...namesIn(extra?.['missing']).map((path) => ({ path, text: requiredText() })),
    ...namesIn(extra?.['invalid']).map((path) => ({ path, text: fieldText(message) })),
  ])
  return named.length > 0 ? named : [{ path: '', text: error.message }]
}
