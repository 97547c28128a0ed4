import { pythonFloat } from '../../../encoding/python-text.ts'
import type { Budget } from '../scope.ts'
import { failed } from '../template-error.ts'
import { requirePrecision, requireTextLength, requireWidth, floatOf } from '../bounds.ts'
import { isNumber, repr, text, Tuple, type Arguments, type Value } from './value.ts'

const padded = (shown: string, flags: string, width: number): string => {
  if (flags.includes('-')) return shown.padEnd(width)
  if (!flags.includes('0')) return shown.padStart(width)
  const sign = /^[+-]/.exec(shown)?.[0] ?? ''
  return sign + shown.slice(sign.length).padStart(width - sign.length, '0')
}

const numeric = (value: Value): number => {
  if (!isNumber(value)) throw failed(`%d format: a real number is required, not ${repr(value)}`)
  return floatOf(typeof value === 'boolean' ? Number(value) : value)
}

const converted = (value: Value, letter: string, precision: number | undefined): string => {
  const digits = letter === 's' ? 0 : requirePrecision(precision ?? 6)
  switch (letter) {
    case 's':
      return text(value).slice(0, precision)
    case 'r':
      return repr(value)
    case 'd':
    case 'i':
      return typeof value === 'bigint' ? value.toString() : String(Math.trunc(numeric(value)))
    case 'f':
    case 'F':
      return numeric(value).toFixed(digits)
    case 'e':
      return numeric(value)
        .toExponential(digits)
        .replace(/e([+-])(\d)$/, 'e$10$2')
    case 'x':
      return typeof value === 'bigint' ? value.toString(16) : Math.trunc(numeric(value)).toString(16)
    default:
      throw failed(`unsupported format character '${letter}'`, 'ValueError')
  }
}

type Directive = { key?: string; flags: string; width: string; precision?: string; letter: string }

const directive = /%(?:\((?<key>[^)]*)\))?(?<flags>[-+ 0#]*)(?<width>\d*)(?:\.(?<precision>\d+))?(?<letter>[a-zA-Z%])/g

/** `'%s of %d' % (a, b)` */
export const formatPercent = (format: string, given: Value, budget: Budget): string => {
  const values = given instanceof Tuple ? [...given.items] : [given]
  const fill = ({ key, flags, width, precision, letter }: Directive): string => {
    if (letter === '%') return '%'
    if (key === undefined && !values.length) throw failed('not enough arguments for format string')
    const named = given instanceof Map ? given.get(key ?? '') : undefined
    if (key !== undefined && named === undefined) throw failed(repr(key), 'KeyError')
    const value = key === undefined ? (values.shift() as Value) : (named as Value)
    const shown = converted(value, letter, precision === undefined ? undefined : Number(precision))
    const filled = padded(shown, flags, requireWidth(Number(width || 0)))
    budget.text(filled.length)
    return filled
  }
  const result = format.replaceAll(directive, (...match) => fill(match.at(-1) as Directive))
  if (values.length && !(given instanceof Map)) throw failed('not all arguments converted during string formatting')
  return result
}

const withSpec = (value: Value, spec: string): string => {
  if (!spec) return text(value)
  const [, fill = ' ', align = '', sign = '', zero = '', width = '', comma = '', precision, type = ''] =
    /^(?:(.)?([<>^=]))?([+ -])?(0)?(\d+)?(,)?(?:\.(\d+))?([a-zA-Z%])?$/.exec(spec) ?? []
  const shown = (() => {
    if (type === '%') return `${(numeric(value) * 100).toFixed(requirePrecision(Number(precision ?? 6)))}%`
    if (type && type !== 's') return converted(value, type, precision === undefined ? undefined : Number(precision))
    if (precision !== undefined)
      return isNumber(value)
        ? String(Number(numeric(value).toPrecision(Math.max(1, requirePrecision(Number(precision))))))
        : text(value).slice(0, Number(precision))
    return typeof value === 'number' ? pythonFloat(value) : text(value)
  })()
  const grouped = comma ? shown.replace(/^([+-]?\d+)/, (digits) => digits.replaceAll(/\B(?=(\d{3})+$)/g, ',')) : shown
  const signed = sign === '+' && isNumber(value) && Number(value) >= 0 ? `+${grouped}` : grouped
  const size = requireWidth(Number(width || 0))
  if (zero) return padded(signed, '0', size)
  if (align === '<' || (!align && !isNumber(value))) return signed.padEnd(size, fill)
  if (align === '^') return signed.padStart(signed.length + Math.floor((size - signed.length) / 2), fill).padEnd(size, fill)
  return signed.padStart(size, fill)
}

type Access = { attribute(value: Value, name: string): Value; item(value: Value, key: Value): Value }

/** `'{} and {name}'.format(a, name=b)` */
export const formatBraces = (format: string, { positional, named }: Arguments, { attribute, item }: Access): string => {
  let next = 0
  let length = format.length
  const measured = (shown: string): string => {
    length += shown.length
    requireTextLength(length)
    return shown
  }
  return format.replaceAll(
    /\{\{|\}\}|\{([^{}:!]*)(?:![rs])?(?::([^{}]*))?\}/g,
    (whole: string, field: string | undefined, spec: string | undefined) => {
      if (whole === '{{') return '{'
      if (whole === '}}') return '}'
      const [, root = '', path = ''] = /^([^.[]*)(.*)$/.exec(field ?? '') ?? []
      const start = root === '' ? positional[next++] : /^\d+$/.test(root) ? positional[Number(root)] : named.get(root)
      if (start === undefined) throw failed('Replacement index out of range for positional args tuple', 'IndexError')
      let value: Value = start
      for (const [, name, key] of path.matchAll(/\.([^.[]+)|\[([^\]]+)\]/g))
        value = name === undefined ? item(value, key ?? '') : attribute(value, name)
      return measured(withSpec(value, spec ?? ''))
    },
  )
}
