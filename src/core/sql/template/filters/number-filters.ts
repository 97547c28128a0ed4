import { floatOf, maxDigits } from '../bounds.ts'
import { argument, type Filter } from './filter.ts'
import { failed } from '../template-error.ts'
import { isNumber, text, typeName, Undefined, type Value } from '../values/value.ts'

const requireNumber = (value: Value): bigint | number => {
  if (value instanceof Undefined) throw failed(value.message, 'UndefinedError')
  if (!isNumber(value)) throw failed(`must be real number, not ${typeName(value)}`)
  return typeof value === 'boolean' ? BigInt(value) : value
}

const absolute: Filter = (value) => {
  const number = requireNumber(value)
  return number < 0 ? -number : number
}

/** To the nearest, a half to the even side; the exact value of the float decides, not its shortest text. */
const nearest = (value: number, digits: number): number => {
  if (digits < 0) return nearest(value / 10 ** -digits, 0) * 10 ** -digits
  const isHalf = Number.isInteger(value * 2 ** (digits + 1)) && Math.abs((value * 10 ** digits) % 1) === 0.5
  return isHalf ? (2 * Math.round((value * 10 ** digits) / 2)) / 10 ** digits : Number(value.toFixed(Math.min(digits, 100)))
}

/** A whole number to the nearest ten, hundred, …, a half to the even side. */
const nearestWhole = (value: bigint, digits: number): bigint => {
  if (digits >= 0) return value
  if (-digits > maxDigits) return 0n
  const unit = 10n ** BigInt(-digits)
  const rest = ((value % unit) + unit) % unit
  const floor = value - rest
  const isUp = 2n * rest > unit || (2n * rest === unit && (floor / unit) % 2n !== 0n)
  return isUp ? floor + unit : floor
}

const rounded: Filter = (value, given) => {
  const number = requireNumber(value)
  const digits = Number(argument(given, 0, 'precision', 0n))
  const method = argument(given, 1, 'method', 'common')
  if (method === 'common') return typeof number === 'bigint' ? nearestWhole(number, digits) : nearest(number, digits)
  if (method !== 'ceil' && method !== 'floor') throw failed('method must be common, ceil or floor')
  return Math[method](floatOf(number) * 10 ** digits) / 10 ** digits
}

const digitsOf: Record<number, RegExp> = { 2: /^[-+]?(0b)?[01]+$/i, 8: /^[-+]?(0o)?[0-7]+$/i, 16: /^[-+]?(0x)?[0-9a-f]+$/i }

const wholeText = new RegExp(`^[-+]?\\d{1,${maxDigits}}$`)

/** A whole number in a text, as Python's `int` reads it. */
const wholeOf = (shown: string, base: number): bigint | null => {
  if (base === 10) return wholeText.test(shown) ? BigInt(shown.replace('+', '')) : null
  if (!digitsOf[base]?.test(shown)) return null
  const [, sign = '', digits = ''] = /^([-+]?)(?:0[box])?(.+)$/i.exec(shown) ?? []
  return BigInt(Number.parseInt(sign + digits, base))
}

const requireDefined = (value: Value): void => {
  if (value instanceof Undefined) throw failed(value.message, 'UndefinedError')
}

const numberIn = (value: Value): number =>
  isNumber(value)
    ? floatOf(typeof value === 'boolean' ? Number(value) : value)
    : typeof value === 'string'
      ? Number(value.trim() || 'x')
      : NaN

const toInt: Filter = (value, given) => {
  requireDefined(value)
  if (typeof value === 'bigint') return value
  const whole =
    typeof value === 'string'
      ? wholeOf(
          text(value)
            .trim()
            .replaceAll(/(?<=\d)_(?=\d)/g, ''),
          Number(argument(given, 1, 'base', 10n)),
        )
      : null
  if (whole !== null) return whole
  const number = numberIn(value)
  return Number.isFinite(number) ? BigInt(Math.trunc(number)) : argument(given, 0, 'default', 0n)
}

const toFloat: Filter = (value, given) => {
  requireDefined(value)
  const number = numberIn(value)
  return Number.isNaN(number) ? argument(given, 0, 'default', 0) : number
}

const prefixes = ['k', 'M', 'G', 'T', 'P', 'E', 'Z', 'Y']
const binaryPrefixes = ['Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei', 'Zi', 'Yi']

const fileSize: Filter = (value, given) => {
  const bytes = numberIn(value)
  if (Number.isNaN(bytes)) throw failed(`must be real number, not ${typeName(value)}`)
  const [base, names] = argument(given, 0, 'binary', false) === true ? [1024, binaryPrefixes] : [1000, prefixes]
  if (bytes === 1) return '1 Byte'
  if (bytes < base) return `${Math.trunc(bytes)} Bytes`
  const power = Math.min(Math.floor(Math.log(bytes) / Math.log(base) + 1e-12), names.length)
  return `${(bytes / base ** power).toFixed(1)} ${names[power - 1]}B`
}

/** The filters that calculate with one number. */
export const numberFilters: Record<string, Filter> = { abs: absolute, round: rounded, int: toInt, float: toFloat, filesizeformat: fileSize }
