import { pythonFloat } from '../../../encoding/python-text.ts'
import { attribute, callValue } from '../values/attributes.ts'
import { argument, onText, type Filter } from './filter.ts'
import { formatPercent } from '../values/format.ts'
import { requireWidth, joinBounded } from '../bounds.ts'
import { capitalized, centered, replaced } from '../values/string-methods.ts'
import { failed } from '../template-error.ts'
import { iterate, text, truth, Tuple, typeName, Undefined, type Value } from '../values/value.ts'

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', "'": '&#39;', '"': '&#34;' }
const entities: Record<string, string> = Object.fromEntries(Object.entries(escapes).map(([char, entity]) => [entity, char]))

const escaped = onText((value) => value.replaceAll(/[&<>'"]/g, (char) => escapes[char] ?? char))

const withoutTags = onText((value) =>
  value
    .replaceAll(/<!--.*?-->|<[^>]*>/gs, '')
    .split(/\s+/)
    .filter(Boolean)
    .join(' ')
    .replaceAll(/&(amp|lt|gt|#39|#34);/g, (entity) => entities[entity] ?? entity),
)

/** A capital after each space, hyphen or opening bracket; a comma is none of them. */
const title = onText((value) =>
  value
    .split(/([-\s({[<]+)/)
    .map(capitalized)
    .join(''),
)

const truncated: Filter = (value, given) => {
  const whole = text(value)
  const length = Number(argument(given, 0, 'length', 255n))
  const end = text(argument(given, 2, 'end', '...'))
  if (whole.length <= length + Number(argument(given, 3, 'leeway') ?? 5n)) return whole
  const cut = whole.slice(0, Math.max(0, length - end.length))
  if (truth(argument(given, 1, 'killwords', false)) || !cut.includes(' ')) return cut + end
  return cut.slice(0, cut.lastIndexOf(' ')) + end
}

const indented: Filter = (value, given, budget) => {
  const width = argument(given, 0, 'width', 4n)
  const space = typeof width === 'string' ? width : ' '.repeat(requireWidth(Number(width)))
  const lines = text(value).split(/\r\n|\r|\n/)
  budget.text(lines.length * space.length)
  const [first, blank] = [truth(argument(given, 1, 'first', false)), truth(argument(given, 2, 'blank', false))]
  return lines.map((line, i) => ((i ? line || blank : first) ? space + line : line)).join('\n')
}

const quoted = (value: Value): string =>
  encodeURIComponent(text(value)).replaceAll(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)

/** A text for a path, pairs for a query. */
const urlEncoded: Filter = (value) => {
  if (!(value instanceof Map || Array.isArray(value) || value instanceof Tuple)) return quoted(value).replaceAll('%2F', '/')
  const pairs = value instanceof Map ? [...value] : iterate(value).map(iterate)
  return pairs.map(([name = null, part = null]) => `${quoted(name)}=${quoted(part)}`.replaceAll('%20', '+')).join('&')
}

/** ASCII only, names in order, and what HTML would read as such escaped. */
const json = (value: Value): string => {
  if (value === null || typeof value === 'boolean') return String(value)
  if (typeof value === 'bigint') return value.toString()
  if (typeof value === 'number')
    return Number.isFinite(value) ? pythonFloat(value) : Number.isNaN(value) ? 'NaN' : value > 0 ? 'Infinity' : '-Infinity'
  if (Array.isArray(value) || value instanceof Tuple) return `[${joinBounded(iterate(value).values().map(json), ', ')}]`
  if (value instanceof Map) {
    const entries = [...value].map(([key, part]) => [text(key), part] as const).toSorted(([a], [b]) => (a < b ? -1 : 1))
    return `{${joinBounded(
      entries.values().map(([key, part]) => `${json(key)}: ${json(part)}`),
      ', ',
    )}}`
  }
  if (typeof value === 'string')
    return JSON.stringify(value).replaceAll(/[<>&']|[^ -~]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`)
  throw failed(`Object of type ${value instanceof Undefined ? 'Undefined' : typeName(value)} is not JSON serializable`)
}

/** The filters that make a text of anything. */
export const textFilters: Record<string, Filter> = {
  upper: onText((value) => value.toUpperCase()),
  lower: onText((value) => value.toLowerCase()),
  title,
  capitalize: onText(capitalized),
  trim: (value, given) => callValue(attribute(text(value), 'strip'), given),
  string: onText((value) => value),
  safe: (value) => value,
  escape: escaped,
  e: escaped,
  forceescape: escaped,
  striptags: withoutTags,
  replace: (value, given) =>
    replaced(text(value), text(argument(given, 0, 'old', '')), text(argument(given, 1, 'new', '')), argument(given, 2, 'count')),
  format: (value, { positional }, budget) => formatPercent(text(value), new Tuple(positional), budget),
  center: (value, given) => centered(text(value), Number(argument(given, 0, 'width', 80n))),
  truncate: truncated,
  indent: indented,
  wordcount: onText((value) => BigInt(value.match(/[\p{L}\p{N}_]+/gu)?.length ?? 0)),
  urlencode: urlEncoded,
  tojson: json,
}
