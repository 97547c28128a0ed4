import { nameOf, tokenize, type Token } from './lexer.ts'
import type { Lexicon } from './lexicon.ts'

const isReference = (tokens: Token[], i: number): boolean => {
  const [before, next] = [tokens[i - 1], tokens[i + 1]]
  if (before?.kind === 'dot' || next?.kind === 'dot' || next?.kind === 'open' || next?.kind === 'string') return false
  const word = before?.kind === 'word' ? before.text.toLowerCase() : ''
  if (word === 'as' || (before?.kind === 'operator' && before.text === '::')) return false
  const field = before?.kind === 'open' && tokens[i - 2]?.text.toLowerCase() === 'extract' && next?.text.toLowerCase() === 'from'
  return !field
}

/**
 * A text in which every bare name that `meaning` knows is replaced by what it means. Names inside strings and comments, qualified
 * names, calls, aliases and types stay. Quoted names are matched exactly, bare ones without regard to case.
 */
export const replaceNames = (text: string, lexicon: Lexicon, meaning: (name: string, quoted: boolean) => string | null): string => {
  const tokens = tokenize(text, lexicon)
  const words = tokens.filter((token) => token.kind !== 'comment')
  let result = ''
  let at = 0
  for (const [i, token] of words.entries()) {
    const name = nameOf(token)
    const replacement = name !== null && isReference(words, i) ? meaning(name, token.kind === 'name') : null
    if (replacement === null) continue
    result += text.slice(at, token.start) + replacement
    at = token.end
  }
  return result + text.slice(at)
}
