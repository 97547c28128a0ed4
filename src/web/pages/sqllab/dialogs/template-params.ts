/** A template parameter, as a plain field shows it. */
export type Param = { name: string; value: string }

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

/** The values of a JSON text by name; null for a text that is no JSON object. */
export const parseParams = (json: string): Record<string, unknown> | null => {
  if (json.trim() === '') return {}
  try {
    const parsed: unknown = JSON.parse(json)
    return isObject(parsed) ? parsed : null
  } catch {
    return null
  }
}

/** The parameters of a JSON text, as fields show them; null for a text that is no JSON object. */
export const readParams = (json: string): Param[] | null => {
  const parsed = parseParams(json)
  return (
    parsed && Object.entries(parsed).map(([name, value]) => ({ name, value: typeof value === 'string' ? value : JSON.stringify(value) }))
  )
}

/** What reads as JSON, such as a number or a list, is one; any other text is itself. */
const valueOf = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** The JSON of the named parameters; '' where there are none. */
export const writeParams = (params: readonly Param[]): string => {
  const named = params.filter(({ name }) => name.trim() !== '')
  return named.length === 0
    ? ''
    : JSON.stringify(Object.fromEntries(named.map(({ name, value }) => [name.trim(), valueOf(value)])), null, 2)
}

/** Names that the templates of a script use as plain variables. */
export const namesIn = (script: string): string[] => [
  ...new Set([...script.matchAll(/\{\{\s*([a-z_]\w*)\s*(?:\||\}\})/gi)].map(([, name = '']) => name)),
]
