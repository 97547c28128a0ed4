const parse = (text: string | null): Record<string, unknown> | null => {
  try {
    const value: unknown = JSON.parse(text || '{}') ?? {}
    return typeof value === 'object' && !Array.isArray(value) ? (value as Record<string, unknown>) : null
  } catch {
    return null
  }
}

/** A stored JSON document that should be an object; anything else reads as an empty one. */
export const readObject = (text: string | null): Record<string, unknown> => parse(text) ?? {}

/** Whether there is a text that is no JSON object; `null` is the same as none. */
export const isUnreadable = (text: string | null): boolean => parse(text) === null
