/** A stored JSON document that should be an object; anything else reads as an empty one. */
export const readObject = (text: string | null): Record<string, unknown> => {
  try {
    const value: unknown = JSON.parse(text || '{}')
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}
