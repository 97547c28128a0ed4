/** A place in a text: line and column count from 1, the offset from 0. */
type Place = { line: number; column: number; offset: number }

/** What is wrong with a text that should be JSON, and where; up to which place if it has more than a beginning. */
export type JsonFault = Place & { what: string; end: Place | null }

const placeAt = (text: string, offset: number): Place => {
  const before = text.slice(0, offset)
  return { line: before.split('\n').length, column: offset - before.lastIndexOf('\n'), offset }
}

class FaultFound extends Error {
  readonly fault: JsonFault
  constructor(fault: JsonFault) {
    super(fault.what)
    this.fault = fault
  }
}

const namedChars: Record<string, string> = { '\n': String.raw`\n`, '\r': String.raw`\r`, '\t': String.raw`\t` }

/** Python's `repr` of a character that stands where none may. */
const pythonChar = (char: string): string => {
  if (char === "'") return `"'"`
  return `'${namedChars[char] ?? (char < ' ' ? String.raw`\x` + char.charCodeAt(0).toString(16).padStart(2, '0') : char)}'`
}

/** The place where a text stops being JSON; null when it is JSON. */
export const findJsonFault = (text: string): JsonFault | null => {
  let at = 0
  const fail = (what: string, where = at, end?: number): never => {
    throw new FaultFound({ what, ...placeAt(text, where), end: end === undefined ? null : placeAt(text, end) })
  }
  const blank = () => {
    while (' \t\n\r'.includes(text[at] ?? 'x')) at++
  }
  const string = () => {
    const start = at++
    for (; text[at] !== '"'; at++) {
      const char = text[at]
      if (char === undefined) return fail('Unterminated string starting at', start)
      if (char < ' ') return fail(`Invalid control character ${pythonChar(char)} at`)
      if (char === '\\') {
        const escaped = text[++at]
        if (escaped === undefined) return fail('Unterminated string starting at', start)
        if (!'"\\/bfnrtu'.includes(escaped)) return fail(String.raw`Invalid \X escape sequence ` + pythonChar(escaped))
        if (escaped === 'u' && !/^[\da-f]{4}$/i.test(text.slice(at + 1, at + 5)))
          return fail(String.raw`Invalid \uXXXX escape sequence`, at - 1)
      }
    }
    at++
  }
  const members = (end: string, member: (or: string) => void) => {
    at++
    blank()
    if (text[at] === end) return void at++
    for (let or = ` or '${end}'`; ; or = '') {
      member(or)
      blank()
      if (text[at] === end) return void at++
      if (text[at] !== ',') return fail(`Expecting ',' delimiter or '${end}'`)
      at++
      blank()
    }
  }
  const item = (or: string) => (text[at] === undefined ? fail(`Expecting value${or}`) : value())
  const pair = (or: string) => {
    if (text[at] !== '"') return fail(`Expecting property name enclosed in double quotes${or}`)
    string()
    blank()
    if (text[at] !== ':') return fail("Expecting ':' delimiter")
    at++
    value()
  }
  const value = () => {
    blank()
    if (text[at] === '{') return members('}', pair)
    if (text[at] === '[') return members(']', item)
    if (text[at] === '"') return string()
    const word = /^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?)/.exec(text.slice(at))?.[0]
    if (!word) return fail('Expecting value')
    at += word.length
  }
  try {
    value()
    blank()
    if (at < text.length) fail('Extra data', at, text.length)
    return null
  } catch (error) {
    if (error instanceof FaultFound) return error.fault
    throw error
  }
}

/** The same in the words of simplejson, which API clients know: `Expecting value: line 1 column 1 (char 0)`. */
export const jsonFault = (text: string): string | null => {
  const fault = findJsonFault(text)
  if (!fault) return null
  const { what, line, column, offset, end } = fault
  return end
    ? `${what}: line ${line} column ${column} - line ${end.line} column ${end.column} (char ${offset} - ${end.offset})`
    : `${what}: line ${line} column ${column} (char ${offset})`
}
