/** What is wrong with a text that should be JSON, and where: line and column count from 1, the offset from 0. */
export type JsonFault = { what: string; line: number; column: number; offset: number }

class FaultFound extends Error {
  readonly fault: JsonFault
  constructor(fault: JsonFault) {
    super(fault.what)
    this.fault = fault
  }
}

/** The place where a text stops being JSON; null when it is JSON. */
export const findJsonFault = (text: string): JsonFault | null => {
  let at = 0
  const fail = (what: string, where = at): never => {
    const before = text.slice(0, where)
    throw new FaultFound({ what, line: before.split('\n').length, column: where - before.lastIndexOf('\n'), offset: where })
  }
  const blank = () => {
    while (' \t\n\r'.includes(text[at] ?? 'x')) at++
  }
  const string = () => {
    const start = at++
    for (; text[at] !== '"'; at++) {
      const char = text[at]
      if (char === undefined) return fail('Unterminated string starting at', start)
      if (char < ' ') return fail('Invalid control character at')
      if (char === '\\') {
        at++
        if (!'"\\/bfnrtu'.includes(text[at] ?? ' ')) return fail(String.raw`Invalid \escape`, at - 1)
        if (text[at] === 'u' && !/^[\da-f]{4}$/i.test(text.slice(at + 1, at + 5))) return fail(String.raw`Invalid \uXXXX escape`, at)
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
    if (at < text.length) fail('Extra data')
    return null
  } catch (error) {
    if (error instanceof FaultFound) return error.fault
    throw error
  }
}

/** The same in the words of Python's parser, which API clients know: `Expecting value: line 1 column 1 (char 0)`. */
export const jsonFault = (text: string): string | null => {
  const fault = findJsonFault(text)
  return fault && `${fault.what}: line ${fault.line} column ${fault.column} (char ${fault.offset})`
}
