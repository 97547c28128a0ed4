import type { Token } from './lexer.ts'
import { TemplateError } from '../template-error.ts'

/** Reads tokens one after another; shared by the parsers of expressions and statements. */
export type Cursor = { tokens: Token[]; at: number }

export const current = (cursor: Cursor): Token => cursor.tokens[cursor.at] as Token

export const isWord = (cursor: Cursor, ...words: string[]): boolean =>
  current(cursor).kind === 'name' && words.includes(current(cursor).text)
export const isOp = (cursor: Cursor, ...ops: string[]): boolean => current(cursor).kind === 'op' && ops.includes(current(cursor).text)

export const take = (cursor: Cursor): Token => cursor.tokens[cursor.at++] as Token

export const acceptOp = (cursor: Cursor, op: string): boolean => isOp(cursor, op) && Boolean(take(cursor))
export const acceptWord = (cursor: Cursor, word: string): boolean => isWord(cursor, word) && Boolean(take(cursor))

const tokenName = ({ kind, text: shown }: Token): string =>
  kind === 'end' ? (shown === 'print' ? 'end of print statement' : 'end of statement block') : kind === 'string' ? 'string' : shown

export const expectedExpression = (cursor: Cursor): TemplateError =>
  new TemplateError('syntax', `Expected an expression, got '${tokenName(current(cursor))}'`, { line: current(cursor).line })

export const unexpected = (cursor: Cursor): TemplateError =>
  new TemplateError('syntax', `unexpected '${tokenName(current(cursor))}'`, { line: current(cursor).line })

const expected = (cursor: Cursor, what: string): TemplateError =>
  new TemplateError('syntax', `expected token '${what}', got '${tokenName(current(cursor))}'`, { line: current(cursor).line })

export const expectOp = (cursor: Cursor, op: string): void => {
  if (!acceptOp(cursor, op)) throw expected(cursor, op)
}

export const expectName = (cursor: Cursor): string => {
  if (current(cursor).kind !== 'name') throw expected(cursor, 'name')
  return take(cursor).text
}

export const expectEnd = (cursor: Cursor): void => {
  if (current(cursor).kind !== 'end') throw expected(cursor, tokenName(cursor.tokens.at(-1) as Token))
}
