import { tokenize, UnclosedToken, type Token } from '#core/sql/lexer.ts'
import { lexiconOf } from '#core/sql/lexicon.ts'

type Span = { from: number; to: number }

/** Tokens up to the place where a string, name or comment is left open, if one is. */
const tokensOf = (script: string, dialect: string): { tokens: Token[]; isWhole: boolean } => {
  const lexicon = lexiconOf(dialect)
  try {
    return { tokens: tokenize(script, lexicon), isWhole: true }
  } catch (error) {
    if (!(error instanceof UnclosedToken)) throw error
    return { tokens: tokenize(script.slice(0, error.start), lexicon), isWhole: false }
  }
}

/** Where each statement of a script is, without its semicolon and the blanks around it. */
export const statementSpans = (script: string, dialect: string): Span[] => {
  const { tokens, isWhole } = tokensOf(script, dialect)
  const spans: Span[] = []
  let start = 0
  let isEmpty = true
  const close = (end: number) => {
    const text = script.slice(start, end)
    const from = start + text.length - text.trimStart().length
    if (!isEmpty && text.trim() !== '') spans.push({ from, to: from + text.trim().length })
  }
  for (const token of tokens) {
    if (token.kind === 'semicolon') {
      close(token.start)
      start = token.end
    }
    isEmpty = token.kind === 'semicolon' || (isEmpty && token.kind === 'comment')
  }
  isEmpty &&= isWhole
  close(script.length)
  return spans
}

/** The statement at the cursor: the one that it is in or right behind, else the last one before it, else the first. */
export const statementAt = (script: string, cursor: number, dialect: string): string => {
  const spans = statementSpans(script, dialect)
  const found = spans.find(({ from, to }) => from <= cursor && cursor <= to + 1) ?? spans.findLast(({ to }) => to < cursor) ?? spans[0]
  return found ? script.slice(found.from, found.to) : ''
}

/** The last statement of a script, which gives its result. */
export const lastStatement = (script: string, dialect: string): string => {
  const last = statementSpans(script, dialect).at(-1)
  return last ? script.slice(last.from, last.to) : ''
}
