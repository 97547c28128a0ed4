import { failed, TemplateError } from './template-error.ts'

const maxWidth = 1_000
const maxPrecision = 100

/** A width to fill up to, in characters. @throws TemplateError for one that no SQL text needs */
export const requireWidth = (width: number): number => {
  if (width <= maxWidth) return width
  throw new TemplateError('limit', `The width ${width} is too large: at most ${maxWidth} characters.`)
}

/** Digits after the point. @throws TemplateError for more than a number has */
export const requirePrecision = (precision: number): number => {
  if (precision <= maxPrecision) return precision
  throw new TemplateError('limit', `The precision ${precision} is too large: at most ${maxPrecision} digits.`)
}

/** Of a whole number, as Python bounds those that it writes as text. */
export const maxDigits = 4_300
const firstTooLarge = 10n ** BigInt(maxDigits)

export const tooManyDigits = () => new TemplateError('limit', 'The number is too large: at most 4,300 digits.')

/** Of a power: no engine has whole numbers of more digits. */
const maxPowerDigits = 76

/** @throws TemplateError for a power with so many digits (its decimal logarithm) that no engine has such numbers */
export const requirePower = (digits: number): void => {
  if (digits >= maxPowerDigits) throw new TemplateError('limit', `The power is too large: at most ${maxPowerDigits} digits.`)
}

/** @throws TemplateError for a whole number with too many digits */
export const requireDigits = <N extends bigint | number>(number: N): N => {
  if (typeof number === 'bigint' && (number >= firstTooLarge || number <= -firstTooLarge)) throw tooManyDigits()
  return number
}

/** @throws TemplateError for a literal with too many digits */
export const readWhole = (literal: string): bigint => {
  if (literal.length > maxDigits) throw tooManyDigits()
  return BigInt(literal)
}

/** A number as a float. @throws TemplateError for a whole one that no float holds */
export const floatOf = (number: bigint | number): number => {
  const float = Number(number)
  if (typeof number === 'bigint' && !Number.isFinite(float)) throw failed('int too large to convert to float', 'OverflowError')
  return float
}

const maxTextLength = 1_000_000

/** The length of a text that is about to be made. @throws TemplateError for one that is longer than a whole template may become */
export const requireTextLength = (length: number): void => {
  if (length > maxTextLength) throw new TemplateError('limit', 'The template makes too much text.')
}

/** Joins texts that are made one after the other. @throws TemplateError as soon as they are too long */
export const joinBounded = (parts: Iterable<string>, separator: string): string => {
  const joined: string[] = []
  let length = 0
  for (const part of parts) {
    length += part.length + separator.length
    requireTextLength(length)
    joined.push(part)
  }
  return joined.join(separator)
}
