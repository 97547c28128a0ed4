import type { Choice } from '#charts/control.ts'
import type { Translate } from '#core/i18n/t.ts'
import { isSet } from '#core/query/read.ts'

export type ChoiceValue = Choice['value']

/** Choices whose label or value holds the text, those that start with it first. */
export const matching = (choices: Choice[], text: string): Choice[] => {
  const needle = text.trim().toLowerCase()
  if (needle === '') return choices
  const found = choices.filter(
    ({ label, value }) =>
      label.toLowerCase().includes(needle) ||
      String(value ?? '')
        .toLowerCase()
        .includes(needle),
  )
  const starts = ({ label }: Choice) => (label.toLowerCase().startsWith(needle) ? 0 : 1)
  return found.toSorted((a, b) => starts(a) - starts(b))
}

export const sameValue = (a: unknown, b: unknown): boolean =>
  a === b || (a !== null && b !== null && a !== undefined && b !== undefined && String(a) === String(b))

/** The value that a typed text stands for: that of a choice of this name, a number where the choices are numbers, else the text. */
export const typedValue = (text: string, choices: Choice[]): ChoiceValue => {
  const trimmed = text.trim()
  const found = choices.find(({ label, value }) => label.toLowerCase() === trimmed.toLowerCase() || String(value) === trimmed)
  if (found) return found.value
  const plain = trimmed.replaceAll(/(\d)[,\s](?=\d{3}\b)/g, '$1')
  const wantsNumber = choices.some(({ value }) => typeof value === 'number')
  return wantsNumber && plain !== '' && Number.isFinite(Number(plain)) ? Number(plain) : trimmed
}

/** Pasted text as values: split on comma, newline, tab or semicolon, trimmed, each once, nothing empty. */
export const splitPasted = (text: string): string[] =>
  [...new Set(text.split(/[,\n\t;]/).map((part) => part.trim()))].filter((part) => part !== '')

/** What a choice is called, also one that was typed. Whole numbers get separators. */
export const choiceLabel = (value: unknown, choices: Choice[], locale: string): string => {
  const found = choices.find((choice) => sameValue(choice.value, value))
  if (found && found.label !== String(found.value)) return found.label
  if (typeof value === 'number' && Number.isInteger(value) && Math.abs(value) >= 1000) return value.toLocaleString(locale)
  return found?.label ?? String(value ?? '')
}

/** The choice that a value stands for; nothing stands for the one called None. */
export const choiceOf = (value: unknown, choices: Choice[]): Choice | undefined =>
  choices.find((choice) => sameValue(choice.value, value) || (choice.value === null && (value === undefined || value === null)))

/** What a chosen or typed value is called in the language of the page; empty where nothing is chosen. */
export const choiceText = (value: unknown, choices: Choice[], t: Translate): string => {
  const chosen = choiceOf(value, choices)
  if (!chosen) return isSet(value) ? choiceLabel(value, choices, t.locale) : ''
  return t(choiceLabel(chosen.value, choices, t.locale) || chosen.label)
}

/**
 * The choices for a typed text. Where own values are allowed (`offer` names them) the text itself is among them: first where
 * numbers are chosen or nothing begins like it, else last.
 */
export const offeredFor = (choices: Choice[], text: string, offer: ((typed: string) => string) | null): Choice[] => {
  const found = matching(choices, text)
  const typed = text.trim()
  if (!offer || typed === '' || found.some(({ label, value }) => label === typed || String(value) === typed)) return found
  const own: Choice = { value: typedValue(typed, choices), label: offer(typed) }
  const begins = found.some(({ label }) => label.toLowerCase().startsWith(typed.toLowerCase()))
  return begins && typeof own.value !== 'number' ? [...found, own] : [own, ...found]
}
