/** Whether SQL is complete enough to run, found without a parser: what is left open, and what is missing at its end. */
export type SqlState =
  | { kind: 'empty' }
  | { kind: 'ready' }
  | { kind: 'open'; what: 'quote' | 'parenthesis' | 'comment' }
  | { kind: 'value'; after: string }
  | { kind: 'extra'; what: 'parenthesis' | 'statement' }

type Scan = { depth: number; open: 'quote' | 'comment' | null; extra: 'parenthesis' | 'statement' | null; bare: string }

/** The text with quoted parts and comments blanked, and how it nests. */
const scan = (sql: string): Scan => {
  let [depth, bare] = [0, '']
  let extra: Scan['extra'] = null
  for (let i = 0; i < sql.length; i++) {
    const char = sql[i] ?? ''
    if (char === "'" || char === '"' || char === '`') {
      const end = closing(sql, i, char)
      if (end < 0) return { depth, open: 'quote', extra, bare }
      bare += ' x '
      i = end
    } else if (sql.startsWith('--', i)) {
      const end = sql.indexOf('\n', i)
      i = end < 0 ? sql.length : end
    } else if (sql.startsWith('/*', i)) {
      const end = sql.indexOf('*/', i + 2)
      if (end < 0) return { depth, open: 'comment', extra, bare }
      i = end + 1
    } else {
      if (char === '(') depth++
      if (char === ')' && --depth < 0) extra = 'parenthesis'
      if (char === ';') extra = 'statement'
      bare += char
    }
  }
  return { depth, open: null, extra, bare }
}

/** Place of the quote that ends the one at `start`; a doubled quote goes on. -1 when there is none. */
const closing = (sql: string, start: number, quote: string): number => {
  for (let i = start + 1; i < sql.length; i++) {
    if (sql[i] !== quote) continue
    if (sql[i + 1] !== quote) return i
    i++
  }
  return -1
}

const wantsMore =
  /(?:\b(and|or|not|in|like|ilike|between|is|when|then|else|case|where|over|by|filter|distinct|as|from|on)|([-+*/%=<>|,]))\s*(?:\)[\s)]*)?$/i

export const sqlState = (sql: string): SqlState => {
  if (sql.trim() === '') return { kind: 'empty' }
  const { depth, open, extra, bare } = scan(sql)
  if (open) return { kind: 'open', what: open }
  if (extra) return { kind: 'extra', what: extra }
  const [, word, sign] = wantsMore.exec(bare) ?? []
  const star = sign === '*' && /\(\s*\*\s*(?:\)[\s)]*)?$|^\s*\*\s*$/.test(bare)
  if ((word ?? sign) && !star) return { kind: 'value', after: (word ?? sign ?? '').toUpperCase() }
  return depth > 0 ? { kind: 'open', what: 'parenthesis' } : { kind: 'ready' }
}
