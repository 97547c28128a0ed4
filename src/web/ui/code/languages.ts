import { StreamLanguage } from '@codemirror/language'
import type { StreamParser } from '@codemirror/language'
import type { Extension } from '@codemirror/state'

/** Rules in the order in which they are tried; what none of them takes is plain text. */
type Rule = readonly [pattern: RegExp, tag: string]

const parserOf = (rules: readonly Rule[]): StreamParser<null> => ({
  startState: () => null,
  token: (stream) => {
    if (stream.eatSpace()) return null
    const rule = rules.find(([pattern]) => stream.match(pattern))
    if (!rule) stream.next()
    return rule?.[1] ?? null
  },
})

const values: Rule[] = [
  [/^"(?:[^"\\]|\\.)*"?/, 'string'],
  [/^'(?:[^'\\]|\\.)*'?/, 'string'],
  [/^-?\d+(?:\.\d+)?(?:e[-+]?\d+)?/i, 'number'],
  [/^(?:true|false|null|undefined)\b/, 'bool'],
]

const markup: Rule[] = [
  [/^<!--.*?(?:-->|$)/, 'comment'],
  [/^<\/?[\w-]+/, 'keyword'],
  [/^\/?>/, 'keyword'],
]

const rules = {
  css: [
    [/^\/\*.*?(?:\*\/|$)/, 'comment'],
    [/^"(?:[^"\\]|\\.)*"?|^'(?:[^'\\]|\\.)*'?/, 'string'],
    [/^@[\w-]+/, 'keyword'],
    [/^[.#]?[A-Za-z_-][\w-]*(?=[^;{}]*\{)/, 'typeName'],
    [/^[\w-]+(?=\s*:)/, 'keyword'],
    [/^#[\da-f]{3,8}\b|^-?\d*\.?\d+(?:%|[a-z]+)?/i, 'number'],
    [/^[\w-]+/, 'variableName'],
  ],
  json: values,
  javascript: [
    [/^\/\/.*/, 'comment'],
    [/^\/\*.*?(?:\*\/|$)/, 'comment'],
    [/^`[^`]*`?/, 'string'],
    ...values,
    [/^(?:const|let|function|return|if|else|new|typeof|=>)\b/, 'keyword'],
    [/^[\w$]+/, 'variableName'],
  ],
  html: markup,
  handlebars: [[/^\{\{!.*?\}\}/, 'comment'], [/^\{\{\{?.*?\}?\}\}/, 'string'], ...markup],
  markdown: [[/^#{1,6} .*/, 'heading'], [/^\*\*[^*]+\*\*/, 'strong'], [/^`[^`]*`/, 'string'], [/^(?:[-*+]|\d+\.) /, 'keyword'], ...markup],
} satisfies Record<string, Rule[]>

export type MarkedLanguage = keyof typeof rules

const made = new Map<MarkedLanguage, Extension>()

/** Colours for the parts of a language. SQL has a grammar of its own (sql.ts). */
export const languageOf = (name: MarkedLanguage): Extension => {
  const extension = made.get(name) ?? StreamLanguage.define(parserOf(rules[name]))
  made.set(name, extension)
  return extension
}
