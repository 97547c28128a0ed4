import type { Token } from './lexer.ts'

/**
 * Statements in KQL (Kusto), read by their tokens: a query is a pipeline (`T | where a == 1 | take 10`), also behind `let` and `set`; a
 * command begins with a dot (`.show tables`).
 */
type KqlStatement = { text: string; tokens: Token[] }

const isWord = (token: Token | undefined, words: readonly string[]): boolean =>
  token?.kind === 'word' && words.includes(token.text.toLowerCase())

export const isCommand = ({ tokens }: KqlStatement): boolean => tokens[0]?.kind === 'dot'

export const isShowCommand = (statement: KqlStatement): boolean => isCommand(statement) && isWord(statement.tokens[1], ['show'])

/** The number behind the first `take` or its other name, `limit`. */
const limitToken = ({ tokens }: KqlStatement): Token | undefined =>
  tokens.find((token, i) => token.kind === 'number' && isWord(tokens[i - 1], ['take', 'limit']))

export const kqlLimitOf = (statement: KqlStatement): number | null => {
  const count = Number(limitToken(statement)?.text)
  return Number.isInteger(count) ? count : null
}

export const withKqlLimit = (statement: KqlStatement, limit: number): string => {
  const { text, tokens } = statement
  const count = limitToken(statement)
  if (count) return `${text.slice(0, count.start)}${limit}${text.slice(count.end)}`
  const end = tokens.at(-1)?.end ?? text.length
  return `${text.slice(0, end)} | take ${limit}${text.slice(end)}`
}

/** Whether parentheses hold a pipeline of their own: `T | join (U | take 5) on a`. */
export const hasNestedPipeline = ({ tokens }: KqlStatement): boolean => {
  let depth = 0
  return tokens.some(({ kind, text }) => {
    if (kind === 'open') depth++
    if (kind === 'close') depth--
    return depth > 0 && text === '|'
  })
}
