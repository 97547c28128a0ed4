const longInteger = /^-?\d{16,}$/

/** Like JSON.parse, but integers beyond 2^53 become bigint so that no digit is lost. */
export const parseJson = (text: string): unknown => {
  if (!/\d{16}/.test(text)) return JSON.parse(text)
  return JSON.parse(text, (_key, value: unknown, context?: { source?: string }) => {
    const source = context?.source
    return typeof value === 'number' && source && longInteger.test(source) && !Number.isSafeInteger(value) ? BigInt(source) : value
  })
}
