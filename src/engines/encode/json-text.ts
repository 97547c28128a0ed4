/** A list or object as cell text, with a space after commas: `[1, 2]`. */
export const jsonText = (value: unknown): string =>
  Array.isArray(value) ? `[${value.map((part: unknown) => jsonText(part)).join(', ')}]` : JSON.stringify(value)
