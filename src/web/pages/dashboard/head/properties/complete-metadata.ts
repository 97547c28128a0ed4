import type { CompletionContext, CompletionResult } from '@codemirror/autocomplete'
import { topKeys, topPlace } from '#core/encoding/json/json-keys.ts'
import { t } from '#core/i18n/t.ts'
import { settings, valuesFor } from './metadata-keys.ts'

const word = /"?[\w-]*$/

/** Offers the names of settings that are not there yet, and the values that a setting may have. */
export const completeMetadata = (context: Pick<CompletionContext, 'state' | 'pos' | 'explicit'>): CompletionResult | null => {
  const text = context.state.doc.toString()
  const before = text.slice(0, context.pos)
  const typed = word.exec(before)?.[0] ?? ''
  const place = topPlace(before.slice(0, before.length - typed.length))
  if (!place || (typed === '' && !context.explicit)) return null
  const from = context.pos - typed.length
  // The closing quote was added with the opening one.
  const to = context.pos + (typed.startsWith('"') && text[context.pos] === '"' ? 1 : 0)
  if (place.kind === 'value') {
    const options = valuesFor(place.key).map((value) => ({ label: value, type: 'keyword' }))
    return options.length > 0 ? { from, to, options, validFor: word } : null
  }
  const present = new Set(topKeys(text).map(({ key }) => key))
  const isFollowedByValue = /^\s*:/.test(text.slice(to))
  const options = Object.entries(settings)
    .filter(([key]) => !present.has(key))
    .map(([key, { note, start }]) => ({
      label: `"${key}"`,
      detail: t(note),
      type: 'text',
      apply: isFollowedByValue ? `"${key}"` : `"${key}": ${start}`,
    }))
  return { from, to, options, validFor: word }
}
