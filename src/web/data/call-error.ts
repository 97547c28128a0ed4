import type { FieldTexts } from '#core/errors.ts'

/** One entry of Superset's `errors` list. */
export type WireError = { message: string; error_type?: string; level?: string; extra?: Record<string, unknown> | null }

/** A failed request, with a message to show to users. `status` 0 means that no response came. */
export class CallError extends Error {
  readonly status: number
  /** Messages per field of a rejected body, as `{field: [messages]}`. */
  readonly fields: FieldTexts | undefined
  readonly errors: WireError[]
  readonly body: unknown

  constructor(status: number, body: unknown, fallback: string) {
    super(readErrorMessage(body) || fallback)
    this.name = 'CallError'
    this.status = status
    this.body = body
    this.errors = errorsOf(body)
    const message = (body as { message?: unknown } | null)?.message ?? this.errors[0]?.extra?.['messages']
    this.fields = isObject(message) && !Array.isArray(message) ? (message as FieldTexts) : undefined
  }
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

const errorsOf = (body: unknown): WireError[] => {
  const list = isObject(body) ? body['errors'] : undefined
  return Array.isArray(list) ? list.filter((item): item is WireError => isObject(item) && typeof item['message'] === 'string') : []
}

/** All strings in a nested value, in order. */
const textsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return value ? [value] : []
  if (Array.isArray(value)) return value.flatMap(textsIn)
  return isObject(value) ? Object.values(value).flatMap(textsIn) : []
}

/** Reads any of Superset's error shapes: `errors`, `message` (text, list or fields), `error`, `msg`, or a failed query in `result`. */
export const readErrorMessage = (body: unknown): string => {
  if (!isObject(body)) return ''
  const listed = errorsOf(body).map(({ message, extra }) => textsIn(extra?.['messages']).join(' ') || message)
  if (listed.length) return listed.join('\n')
  const found = [
    body['message'],
    body['error'],
    body['msg'],
    Array.isArray(body['result']) ? body['result'].map((r) => isObject(r) && r['error']) : null,
  ]
  for (const candidate of found) {
    const texts = textsIn(candidate)
    if (texts.length) return texts.join(' ')
  }
  return ''
}

/** The text to show for anything that was thrown. */
export const errorText = (error: unknown): string => (error instanceof Error ? error.message : String(error))

export const isAbort = (error: unknown): boolean => isObject(error) && error['name'] === 'AbortError'
