/** A list or object as the text of a cell; the parts of a list stand apart, as `[1, 2]`. */
export const jsonText = (value: unknown): string =>
  Array.isArray(value) ? `[${value.map((part: unknown) => jsonText(part)).join(', ')}]` : JSON.stringify(value)
