import { TemplateError } from '../template-error.ts'

export type Token = { kind: 'name' | 'string' | 'int' | 'float' | 'op' | 'end'; text: string; line: number }

/** A template cut at its tags. */
export type Piece = { kind: 'text'; text: string } | { kind: 'print' | 'block'; tokens: Token[]; line: number }

const opener = /\{\{|\{%|\{#/g
const operators = [
  '//',
  '**',
  '==',
  '!=',
  '<=',
  '>=',
  '+',
  '-',
  '*',
  '/',
  '%',
  '~',
  '(',
  ')',
  '[',
  ']',
  '{',
  '}',
  '.',
  ',',
  ':',
  '|',
  '<',
  '>',
  '=',
]
const escapes: Record<string, string> = { n: '\n', t: '\t', r: '\r', '\\': '\\', "'": "'", '"': '"', b: '\b', f: '\f', '\n': '' }

const syntax = (message: string, line: number) => new TemplateError('syntax', message, { line })

/** Ends at the closing quote; escapes are Python's. */
const readString = (source: string, start: number, line: number): { text: string; end: number } => {
  const quote = source[start]
  let text = ''
  for (let i = start + 1; i < source.length; i++) {
    const char = source[i] as string
    if (char === quote) return { text, end: i + 1 }
    if (char !== '\\') {
      text += char
      continue
    }
    const next = source[++i] ?? ''
    const code = next === 'x' ? source.slice(i + 1, i + 3) : next === 'u' ? source.slice(i + 1, i + 5) : ''
    if (code && /^[0-9a-f]+$/i.test(code)) {
      text += String.fromCharCode(Number.parseInt(code, 16))
      i += code.length
    } else text += escapes[next] ?? `\\${next}`
  }
  throw syntax(`unexpected char ${quote === "'" ? `"'"` : `'"'`} at ${start}`, line)
}

const basedNumber = /0(?:[xX][\da-fA-F_]+|[bB][01_]+|[oO][0-7_]+)/y
const decimalNumber = /\d[\d_]*\.\d+(?:[eE][+-]?\d+)?|\d[\d_]*[eE][+-]?\d+|\d[\d_]*/y
const namePattern = /[\p{L}_][\p{L}\p{N}_]*/uy

/** What a sticky pattern matches at a position. */
const matchAt = (pattern: RegExp, source: string, at: number): string | undefined => {
  pattern.lastIndex = at
  return pattern.exec(source)?.[0]
}

const closingOf: Record<string, string> = { '(': ')', '[': ']', '{': '}' }

const closers = { print: '}}', block: '%}' } as const

type Tag = { tokens: Token[]; end: number; trims: boolean; line: number }

/** The tokens of a tag up to its end, which may trim the text that follows. */
const readTag = (source: string, start: number, { kind, line: firstLine }: { kind: keyof typeof closers; line: number }): Tag => {
  const closer = closers[kind]
  const tokens: Token[] = []
  let line = firstLine
  /** The closing brackets that are awaited, the next one last. */
  const awaited: string[] = []
  for (let at = start; at < source.length;) {
    const char = source[at] as string
    if (/\s/.test(char)) {
      if (char === '\n') line++
      at++
      continue
    }
    if (!awaited.length && (source.startsWith(closer, at) || source.startsWith(`-${closer}`, at) || source.startsWith(`+${closer}`, at))) {
      const marked = char === '-' || char === '+'
      return {
        tokens: [...tokens, { kind: 'end', text: kind, line }],
        end: at + closer.length + (marked ? 1 : 0),
        trims: char === '-',
        line,
      }
    }
    const based = matchAt(basedNumber, source, at)
    const number = based ?? matchAt(decimalNumber, source, at)
    const name = matchAt(namePattern, source, at)
    if (char === "'" || char === '"') {
      const { text, end } = readString(source, at, line)
      tokens.push({ kind: 'string', text, line })
      line += source.slice(at, end).split('\n').length - 1
      at = end
    } else if (number) {
      tokens.push({ kind: !based && /[.eE]/.test(number) ? 'float' : 'int', text: number.replaceAll('_', ''), line })
      at += number.length
    } else if (name) {
      tokens.push({ kind: 'name', text: name, line })
      at += name.length
    } else {
      const operator = operators.find((op) => source.startsWith(op, at))
      if (!operator) throw syntax(`unexpected char '${char}' at ${at}`, line)
      const closing = closingOf[operator]
      if (closing) awaited.push(closing)
      if (')]}'.includes(operator)) {
        const expected = awaited.pop()
        if (expected !== operator) throw syntax(`unexpected '${operator}'${expected ? `, expected '${expected}'` : ''}`, line)
      }
      tokens.push({ kind: 'op', text: operator, line })
      at += operator.length
    }
  }
  throw syntax(`unexpected end of template, expected '${kind === 'print' ? 'end of print statement' : 'end of statement block'}'.`, line)
}

const rawEnd = /\{%([-+]?)\s*endraw\s*([-+]?)%\}/g

/**
 * Text and tags of a template. White space beside a tag with a minus is taken away, and one line end at the very end.
 * @throws TemplateError of kind `syntax`
 */
export const cutTemplate = (template: string): Piece[] => {
  const source = template.replace(/\r\n?/g, '\n').replace(/\n$/, '')
  const pieces: Piece[] = []
  let at = 0
  let line = 1
  let trimNext = false
  const addText = (end: number, trimRight: boolean) => {
    let text = source.slice(at, end)
    line += text.split('\n').length - 1
    if (trimNext) text = text.trimStart()
    if (trimRight) text = text.trimEnd()
    trimNext = false
    if (text) pieces.push({ kind: 'text', text })
  }
  for (;;) {
    opener.lastIndex = at
    const found = opener.exec(source)
    if (!found) break
    const sign = source[found.index + 2]
    addText(found.index, sign === '-')
    const start = found.index + 2 + (sign === '-' || sign === '+' ? 1 : 0)
    if (found[0] === '{#') {
      const end = source.indexOf('#}', start)
      if (end < 0) throw syntax('Missing end of comment tag', line)
      line += source.slice(start, end).split('\n').length - 1
      trimNext = source[end - 1] === '-'
      at = end + 2
      continue
    }
    const kind = found[0] === '{{' ? 'print' : 'block'
    const tag = readTag(source, start, { kind, line })
    at = tag.end
    trimNext = tag.trims
    if (kind === 'block' && tag.tokens[0]?.text === 'raw' && tag.tokens.length === 2) {
      rawEnd.lastIndex = at
      const close = rawEnd.exec(source)
      if (!close) throw syntax('Missing end of raw directive', line)
      addText(close.index, close[1] === '-')
      trimNext = close[2] === '-'
      at = close.index + close[0].length
    } else pieces.push({ kind, tokens: tag.tokens, line })
    line = Math.max(line, tag.line)
  }
  addText(source.length, false)
  return pieces
}
