import { failed } from '../template-error.ts'
import { requireTextLength, requireWidth, joinBounded } from '../bounds.ts'
import { iterate, text, Tuple, typeName, type Arguments, type Value } from './value.ts'

type Method = (self: string, given: Arguments) => Value

const one = ({ positional }: Arguments, at = 0): Value => positional[at] ?? null
const textOf = (given: Arguments, at = 0): string => {
  const value = one(given, at)
  if (typeof value !== 'string') throw failed(`expected a string, not ${typeName(value)}`)
  return value
}

const stripper =
  (side: 'both' | 'left' | 'right'): Method =>
  (self, given) => {
    const chars = one(given)
    const drop = (char: string | undefined) => char !== undefined && (typeof chars === 'string' ? chars.includes(char) : /\s/.test(char))
    let [start, end] = [0, self.length]
    if (side !== 'right') while (start < end && drop(self[start])) start++
    if (side !== 'left') while (end > start && drop(self[end - 1])) end--
    return self.slice(start, end)
  }

const anyOf = (given: Arguments, test: (part: string) => boolean): boolean => {
  const value = one(given)
  return (value instanceof Tuple ? value.items : [value]).some((part) => test(text(part)))
}

const titleCase = (self: string): string => self.toLowerCase().replaceAll(/[\p{L}]+/gu, (word) => word[0]?.toUpperCase() + word.slice(1))

export const capitalized = (self: string): string => self.slice(0, 1).toUpperCase() + self.slice(1).toLowerCase()

/** An odd space goes to the left where the width is odd too, as Python has it. */
export const centered = (self: string, width: number, char = ' '): string => {
  const missing = requireWidth(width) - self.length
  if (missing <= 0) return self
  const left = Math.floor(missing / 2) + (missing & width & 1)
  return char.repeat(left) + self + char.repeat(missing - left)
}

const padded =
  (pad: (self: string, width: number, char: string) => string): Method =>
  (self, given) =>
    pad(self, requireWidth(Number(one(given))), given.positional.length > 1 ? textOf(given, 1) : ' ')

const parts = (self: string, given: Arguments, fromEnd: boolean): string[] => {
  const separator = one(given)
  const maxSplits = Number(one(given, 1) ?? given.named.get('maxsplit') ?? -1)
  const found = separator === null ? self.split(/\s+/).filter(Boolean) : self.split(text(separator))
  if (maxSplits < 0 || found.length <= maxSplits + 1) return found
  const glue = separator === null ? ' ' : text(separator)
  if (fromEnd) return [found.slice(0, found.length - maxSplits).join(glue), ...found.slice(found.length - maxSplits)]
  return [...found.slice(0, maxSplits), found.slice(maxSplits).join(glue)]
}

/** Before, the separator and after; all of the text in the first or last place where there is none. */
const partitioned =
  (fromEnd: boolean): Method =>
  (self, given) => {
    const separator = textOf(given)
    const at = fromEnd ? self.lastIndexOf(separator) : self.indexOf(separator)
    if (at < 0) return new Tuple(fromEnd ? ['', '', self] : [self, '', ''])
    return new Tuple([self.slice(0, at), separator, self.slice(at + separator.length)])
  }

const place =
  (fromEnd: boolean, isNeeded: boolean): Method =>
  (self, given) => {
    const at = fromEnd ? self.lastIndexOf(textOf(given)) : self.indexOf(textOf(given))
    if (at < 0 && isNeeded) throw failed('substring not found', 'ValueError')
    return BigInt(at)
  }

/** The first `maxCount` places, or all of them. */
export const replaced = (self: string, old: string, by: string, maxCount: Value): string => {
  const cut = old === '' ? [...self] : self.split(old)
  const isAll = maxCount === null || Number(maxCount) < 0
  const count = isAll ? cut.length : Math.min(Number(maxCount), cut.length - 1)
  requireTextLength(self.length + (count + 1) * by.length)
  if (isAll) return self.replaceAll(old, () => by)
  return cut.slice(0, count).join(by) + (count ? by : '') + cut.slice(count).join(old)
}

export const isLower = (self: string): boolean => self === self.toLowerCase() && self !== self.toUpperCase()
export const isUpper = (self: string): boolean => self === self.toUpperCase() && self !== self.toLowerCase()

/** The methods of a text that the sandbox offers, but `format`. */
export const stringMethods: Record<string, Method> = {
  upper: (self) => self.toUpperCase(),
  lower: (self) => self.toLowerCase(),
  casefold: (self) => self.toLowerCase().replaceAll('ß', 'ss'),
  swapcase: (self) => [...self].map((char) => (isUpper(char) ? char.toLowerCase() : char.toUpperCase())).join(''),
  title: titleCase,
  capitalize: capitalized,
  strip: stripper('both'),
  lstrip: stripper('left'),
  rstrip: stripper('right'),
  removeprefix: (self, given) => (self.startsWith(textOf(given)) ? self.slice(textOf(given).length) : self),
  removesuffix: (self, given) => (textOf(given) && self.endsWith(textOf(given)) ? self.slice(0, -textOf(given).length) : self),
  startswith: (self, given) => anyOf(given, (part) => self.startsWith(part)),
  endswith: (self, given) => anyOf(given, (part) => self.endsWith(part)),
  split: (self, given) => parts(self, given, false),
  rsplit: (self, given) => parts(self, given, true),
  partition: partitioned(false),
  rpartition: partitioned(true),
  splitlines: (self) =>
    self
      .replace(/(\r\n|\r|\n)$/, '')
      .split(/\r\n|\r|\n/)
      .slice(0, self ? undefined : 0),
  join: (self, given) => {
    const items = iterate(one(given))
      .values()
      .map((part) => {
        if (typeof part !== 'string') throw failed(`sequence item: expected str instance, ${typeName(part)} found`)
        return part
      })
    return joinBounded(items, self)
  },
  replace: (self, given) => replaced(self, textOf(given), textOf(given, 1), one(given, 2)),
  find: place(false, false),
  rfind: place(true, false),
  index: place(false, true),
  rindex: place(true, true),
  count: (self, given) => BigInt(self.split(textOf(given)).length - 1),
  isdigit: (self) => /^\d+$/.test(self),
  isalpha: (self) => /^\p{L}+$/u.test(self),
  isalnum: (self) => /^[\p{L}\p{N}]+$/u.test(self),
  isnumeric: (self) => /^\p{N}+$/u.test(self),
  isspace: (self) => /^\s+$/.test(self),
  islower: isLower,
  isupper: isUpper,
  zfill: (self, given) => {
    const sign = /^[+-]/.exec(self)?.[0] ?? ''
    return sign + self.slice(sign.length).padStart(requireWidth(Number(one(given))) - sign.length, '0')
  },
  ljust: padded((self, width, char) => self.padEnd(width, char)),
  rjust: padded((self, width, char) => self.padStart(width, char)),
  center: padded(centered),
}
