import { ExactDecimal, losesDecimals } from '#core/encoding/json/exact-decimal.ts'

const longNumbers = /-?[\d.]{16,}/g

const isLongInteger = (digits: string): boolean => /^-?\d+$/.test(digits) && !Number.isSafeInteger(Number(digits))

/** Like JSON.parse, but no digit is lost: integers beyond 2^53 become bigint, and decimals that no double holds ExactDecimal. */
export const parseJson = (text: string): unknown => {
  // Looking for such numbers first is faster than asking for the digits of each value.
  const hasLong = text.match(longNumbers)?.some((digits) => isLongInteger(digits) || losesDecimals(digits))
  if (!hasLong) return JSON.parse(text)
  return JSON.parse(text, (_key, value: unknown, context?: { source?: string }) => {
    const source = context?.source
    if (typeof value !== 'number' || !source) return value
    if (isLongInteger(source)) return BigInt(source)
    return losesDecimals(source) ? new ExactDecimal(source) : value
  })
}
