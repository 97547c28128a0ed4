import type { CodeFault } from '../../../ui/code/faults.ts'

/** A statement and where it begins in its script: lines count from 1, columns from 0. */
export type Origin = { line: number; column: number; text: string }

/** The origin of the text at an offset of a script. */
export const originAt = (script: string, offset: number, text: string): Origin => {
  const before = script.slice(0, offset).split('\n')
  return { line: before.length, column: before.at(-1)?.length ?? 0, text }
}

type Place = { line: number; column?: number }

/** DuckDB and Postgres quote the line, cut where it is long, and point at the place with a caret below it. */
const quoted = /^(LINE (\d+): )(.*)\n(\s*)\^/m

const quotedPlace = (message: string, text: string): Place | null => {
  const [, label = '', number = '', excerpt = '', caret = ''] = quoted.exec(message) ?? []
  if (label === '') return null
  const line = Number(number)
  const inExcerpt = caret.length - label.length
  if (!excerpt.startsWith('...')) return { line, column: Math.max(0, inExcerpt) }
  const rest = excerpt.slice(3).replace(/\.\.\.$/, '')
  const at = text.split('\n')[line - 1]?.indexOf(rest) ?? -1
  return at < 0 ? { line } : { line, column: Math.max(0, at + inExcerpt - 3) }
}

const numberedPlace = (message: string): Place | null => {
  const [, line, column] = /\bline (\d+)(?::(\d+)|,? column (\d+))?/i.exec(message) ?? []
  if (line === undefined) return null
  return column === undefined ? { line: Number(line) } : { line: Number(line), column: Math.max(0, Number(column) - 1) }
}

const toldLine = /\bline (\d+)(?::(\d+))?/i

/** An engine's message with the line of the script in place of that of the statement, which engines count from its beginning. */
export const messageInScript = (message: string, { line: firstLine, column: firstColumn }: Origin): string => {
  const [, label = '', , , indent = ''] = quoted.exec(message) ?? []
  const moved = message.replace(toldLine, (text, line: string, column?: string) => {
    const at = column === undefined ? '' : `:${Number(column) + (line === '1' ? firstColumn : 0)}`
    return `${text.slice(0, 'line '.length)}${Number(line) + firstLine - 1}${at}`
  })
  if (label === '') return moved
  // The caret stays below its place where the number became longer.
  const longer = moved.length - message.length
  return moved.replace(`\n${indent}^`, `\n${' '.repeat(indent.length + longer)}^`)
}

/** The name that a message is about; of `data.orders` its last part. */
const namedIn = (message: string): string | null => /["'`]([\w$.]+)["'`]/.exec(message)?.[1]?.split('.').at(-1) ?? null

/** Where the text names what the message is about, in the line that it gives or anywhere. */
const namedPlace = (message: string, text: string, line: number | undefined): Place | null => {
  const name = namedIn(message)
  if (name === null) return null
  const word = new RegExp(`(?<![\\w$])${name.replaceAll('$', '\\$')}(?![\\w$])`, 'i')
  for (const [i, content] of text.split('\n').entries()) {
    const column = line === undefined || line === i + 1 ? content.search(word) : -1
    if (column >= 0) return { line: i + 1, column }
  }
  return null
}

const wordAt = /^(?:"[^"]*"|`[^`]*`|[\w.$]+|\S)/

/** The word of the script that an engine's message is about; null where the message tells no place. */
export const faultPlace = (message: string, { line: firstLine, column: firstColumn, text }: Origin): CodeFault | null => {
  const told = quotedPlace(message, text) ?? numberedPlace(message)
  const place = told?.column === undefined ? (namedPlace(message, text, told?.line) ?? told) : told
  if (!place) return null
  const shift = place.line === 1 ? firstColumn : 0
  const line = firstLine + place.line - 1
  if (place.column === undefined) return { message, line }
  const word = wordAt.exec(text.split('\n')[place.line - 1]?.slice(place.column) ?? '')?.[0] ?? ''
  return { message, line, from: place.column + shift, to: place.column + shift + Math.max(1, word.length) }
}
