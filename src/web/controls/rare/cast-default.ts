const integers = /^(TINYINT|SMALLINT|INT|INTEGER|BIGINT|LONG)\b/i
const floats = /^(FLOAT|DOUBLE|REAL|NUMERIC|DECIMAL|MONEY)\b/i

/** What a typed default is compared with: a boolean or a number for columns of these; null where it is no number. */
export const castDefault = (text: string, type: string | null | undefined): string | number | boolean | null => {
  if (text === '') return null
  if (/^BOOL/i.test(type ?? '')) return text.trim().toLowerCase() === 'true'
  const isInteger = integers.test(type ?? '')
  if (!isInteger && !floats.test(type ?? '')) return text
  const value = isInteger ? Number.parseInt(text, 10) : Number.parseFloat(text)
  return Number.isFinite(value) ? value : null
}
