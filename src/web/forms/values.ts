/** A number as typed, for a body: null where it is empty; what is no whole number stays text, for the schema to reject. */
export const integerOf = (text: string): number | string | null => {
  const trimmed = text.trim()
  if (trimmed === '') return null
  return /^[-+]?\d+$/.test(trimmed) ? Number(trimmed) : trimmed
}

/** Text for a body: null where it is empty. */
export const textOrNull = (text: string): string | null => text.trim() || null
