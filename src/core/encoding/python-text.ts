/**
 * Values as Python prints them: texts of Superset's API contain such lists and dictionaries, and templates print values this way.
 */
const quoted = (text: string): string => {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'"
  const escaped = text
    .replaceAll('\\', '\\\\')
    .replaceAll('\n', '\\n')
    .replaceAll('\r', '\\r')
    .replaceAll('\t', '\\t')
    .replaceAll(/\p{Cc}/gu, (c) => `\\x${c.charCodeAt(0).toString(16).padStart(2, '0')}`)
  return quote + (quote === "'" ? escaped.replaceAll("'", String.raw`\'`) : escaped) + quote
}

const exponent = (text: string): string => text.replace(/e([+-])(\d)$/, 'e$10$2')

/** A double as Python prints it: `1.0`, `1e+16`, `1e-05`. */
export const pythonFloat = (value: number): string => {
  if (Number.isNaN(value)) return 'nan'
  if (!Number.isFinite(value)) return value > 0 ? 'inf' : '-inf'
  const size = Math.abs(value)
  if (size !== 0 && (size >= 1e16 || size < 1e-4)) return exponent(value.toExponential())
  return Number.isInteger(value) ? `${Object.is(value, -0) ? '-0' : value}.0` : String(value)
}

/** `repr` of what came as JSON: whole numbers are integers, objects dictionaries in their order. */
export const pythonRepr = (value: unknown): string => {
  if (value === null || value === undefined) return 'None'
  if (typeof value === 'string') return quoted(value)
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (typeof value === 'bigint') return value.toString()
  if (typeof value === 'number') return Number.isInteger(value) && Math.abs(value) < 1e16 ? String(value) : pythonFloat(value)
  if (Array.isArray(value)) return `[${value.map(pythonRepr).join(', ')}]`
  return `{${Object.entries(value as object)
    .map(([key, entry]) => `${pythonRepr(key)}: ${pythonRepr(entry)}`)
    .join(', ')}}`
}
