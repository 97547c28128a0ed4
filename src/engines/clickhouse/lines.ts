import { StringDecoder } from 'node:string_decoder'

const escapes: Record<string, string> = { t: '\t', n: '\n', r: '\r', b: '\b', f: '\f', '0': '\0', '\\': '\\', "'": "'" }

const cell = (text: string): string | null => {
  if (!text.includes('\\')) return text
  return text === '\\N' ? null : text.replaceAll(/\\(.)/gs, (whole, letter: string) => escapes[letter] ?? whole)
}

/** A failure after the first rows comes at the end of the body, as text. */
const failure = /^(?:__exception__|Code: \d+[.,] (?:e\.displayText\(\) = )?DB::Exception)/

/** Rows of a body in TabSeparated form. */
export async function* linesOf(body: AsyncIterable<Uint8Array>): AsyncGenerator<(string | null)[][]> {
  const decoder = new StringDecoder('utf8')
  let rest = ''
  for await (const chunk of body) {
    const lines = (rest + decoder.write(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength))).split('\n')
    rest = lines.pop() ?? ''
    const bad = lines.findIndex((line) => failure.test(line))
    if (bad >= 0) {
      yield rowsOf(lines.slice(0, bad))
      throw new Error([...lines.slice(bad), rest].join('\n').replace(/^__exception__\S*\s*/, ''))
    }
    yield rowsOf(lines)
  }
  if (failure.test(rest)) throw new Error(rest)
  if (rest) yield rowsOf([rest])
}

const rowsOf = (lines: string[]): (string | null)[][] => lines.map((line) => line.split('\t').map(cell))
