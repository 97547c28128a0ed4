/**
 * Where a text stops being JSON, in the words that clients of the wire know:
 * `Expecting value: line 1 column 1 (char 0)`. Null when it is JSON.
 */
export const jsonFault = (text: string): string | null => {
  let at = 0
  const told = (what: string, where = at): never => {
    const before = text.slice(0, where)
    const line = before.split('\n').length
    throw new SyntaxError(`${what}: line ${line} column ${where - before.lastIndexOf('\n')} (char ${where})`)
  }
  const blank = () => {
    while (' \t\n\r'.includes(text[at] ?? 'x')) at++
  }
  const string = () => {
    const start = at++
    for (; text[at] !== '"'; at++) {
      const char = text[at]
      if (char === undefined) return told('Unterminated string starting at', start)
      if (char < ' ') return told('Invalid control character at')
      if (char === '\\') {
        at++
        if (!'"\\/bfnrtu'.includes(text[at] ?? ' ')) return told(String.raw`Invalid \escape`, at - 1)
        if (text[at] === 'u' && !/^[\da-f]{4}$/i.test(text.slice(at + 1, at + 5))) return told(String.raw`Invalid \uXXXX escape`, at)
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
      if (text[at] !== ',') return told(`Expecting ',' delimiter or '${end}'`)
      at++
      blank()
    }
  }
  const item = (or: string) => (text[at] === undefined ? told(`Expecting value${or}`) : value())
  const pair = (or: string) => {
    if (text[at] !== '"') return told(`Expecting property name enclosed in double quotes${or}`)
    string()
    blank()
    if (text[at] !== ':') return told("Expecting ':' delimiter")
    at++
    value()
  }
  const value = () => {
    blank()
    if (text[at] === '{') return members('}', pair)
    if (text[at] === '[') return members(']', item)
    if (text[at] === '"') return string()
    const word = /^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?)/.exec(text.slice(at))?.[0]
    if (!word) return told('Expecting value')
    at += word.length
  }
  try {
    value()
    blank()
    if (at < text.length) told('Extra data')
    return null
  } catch (error) {
    return (error as SyntaxError).message
  }
}
