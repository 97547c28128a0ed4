/** A part of a text: lines count from 1, columns from 0; `to` is the column behind its last character. */
export type EditableText = { line: number; from: number; to: number }

const quoted = /["'`“«]([^"'`”»\n]{1,200})["'`”»]/g
const named = /\b(?:near|at or near|function|column|identifier|symbol|token|name)\s+([\p{L}_$][\p{L}\p{N}_$.]*)/giu

const escapeForPattern = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

/** The position of a name in a text as a whole word, ignoring case; -1 if it is not there. */
const findWord = (text: string, word: string): number => {
  const before = /^[\p{L}\p{N}_]/u.test(word) ? String.raw`(?<![\p{L}\p{N}_])` : ''
  const after = /[\p{L}\p{N}_]$/u.test(word) ? String.raw`(?![\p{L}\p{N}_])` : ''
  return text.search(new RegExp(before + escapeForPattern(word) + after, 'iu'))
}

const placeOf = (text: string, at: number, length: number): EditableText => {
  const before = text.slice(0, at).split('\n')
  const from = before.at(-1)?.length ?? 0
  return { line: before.length, from, to: from + length }
}

/**
 * Where an expression is wrong, from what the engine says about it. Engines report places in the whole statement, not in the
 * expression; but they name what they reject: the first such name that is in the expression is the place.
 */
export const findFaultPlace = (expression: string, message: string): EditableText | null => {
  const [firstLine = ''] = message.split('\n')
  const names = [...firstLine.matchAll(quoted), ...firstLine.matchAll(named)].map(([, name = '']) => name)
  for (const name of names) {
    const at = findWord(expression, name)
    if (at >= 0) return placeOf(expression, at, name.length)
  }
  return null
}
