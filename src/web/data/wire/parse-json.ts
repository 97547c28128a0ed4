import { ExactDecimal, losesDigits } from '#core/encoding/json/exact-decimal.ts'

const longNumbers = /-?[\d.]{16,}/g

/** Like JSON.parse, but no digit is lost: integers beyond 2^53 become bigint, and decimals that no double holds ExactDecimal. */
export const parseJson = (text: string): unknown => {
  // Looking for such numbers first is faster than asking for the digits of each value.
  if (!text.match(longNumbers)?.some(losesDigits)) return JSON.parse(text)
  return JSON.parse(text, (_key, value: unknown, context?: { source?: string }) => {
    const source = context?.source
    if (typeof value !== 'number' || !source || !losesDigits(source)) return value
    return source.includes('.') ? new ExactDecimal(source) : BigInt(source)
  })
}
