/**
 * Rison, the compact notation of the `q` argument: `(columns:!(id,name),page:0)`.
 * Integers beyond 2^53 decode to bigint. Encoding then decoding gives the same value.
 */
import type { Json } from '../../table.ts'

const notInId = " '!:(),*@$"
const isId = (text: string) => text !== '' && !/^[-\d]/.test(text) && ![...text].some((char) => notInId.includes(char))
const quote = (text: string) => `'${text.replaceAll(/['!]/g, (char) => `!${char}`)}'`

export const encodeRison = (value: unknown): string => {
  if (value === null || value === undefined) return '!n'
  if (value === true) return '!t'
  if (value === false) return '!f'
  if (typeof value === 'number') return Number.isFinite(value) ? String(value).replace('+', '') : '!n'
  if (typeof value === 'bigint') return String(value)
  if (typeof value === 'string') return isId(value) ? value : quote(value)
  if (Array.isArray(value)) return `!(${value.map(encodeRison).join(',')})`
  const entries = Object.entries(value).filter(([, v]) => v !== undefined)
  return `(${entries.map(([k, v]) => `${encodeRison(k)}:${encodeRison(v)}`).join(',')})`
}

/** @throws SyntaxError with the position of the first character that cannot be read. */
export const decodeRison = (text: string): Json => {
  let at = 0
  const fail = (): never => {
    throw new SyntaxError(`Invalid Rison at character ${at}`)
  }
  const expect = (char: string) => (text[at] === char ? at++ : fail())

  const list = <T>(end: string, item: () => T): T[] => {
    const items: T[] = []
    while (text[at] !== end) {
      if (items.length) expect(',')
      items.push(item())
    }
    at++
    return items
  }
  const string = () => {
    let out = ''
    for (; text[at] !== "'"; at++) {
      if (at >= text.length) fail()
      if (text[at] === '!') {
        at++
        if (text[at] !== "'" && text[at] !== '!') fail()
      }
      out += text[at]
    }
    at++
    return out
  }
  const word = () => {
    const start = at
    while (at < text.length && !" '!:(),".includes(text[at] ?? '')) at++
    return at > start ? text.slice(start, at) : fail()
  }
  const number = (digits: string): Json => {
    if (!/^-?\d+(\.\d+)?(e-?\d+)?$/i.test(digits)) return digits
    const value = Number(digits)
    return /^-?\d+$/.test(digits) && !Number.isSafeInteger(value) ? (BigInt(digits) as unknown as Json) : value
  }
  const value = (): Json => {
    const char = text[at]
    if (char === '!') {
      at++
      const next = text[at++]
      if (next === 't') return true
      if (next === 'f') return false
      if (next === 'n') return null
      return next === '(' ? list(')', value) : fail()
    }
    if (char === '(') {
      at++
      return Object.fromEntries(
        list(')', () => {
          const key = text[at] === "'" ? (at++, string()) : word()
          expect(':')
          return [key, value()] as const
        }),
      )
    }
    if (char === "'") {
      at++
      return string()
    }
    return number(word())
  }

  const result = value()
  return at === text.length ? result : fail()
}
