import { closeBrackets, closeBracketsKeymap, completionKeymap } from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { bracketMatching, HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import { lineNumbers } from '@codemirror/view'
import { tags } from '@lezer/highlight'
import css from './completion.module.css'

const highlight = HighlightStyle.define([
  { tag: [tags.keyword, tags.operatorKeyword, tags.typeName, tags.standard(tags.name), tags.heading], color: 'var(--accent)' },
  { tag: [tags.string, tags.special(tags.string)], color: 'var(--good)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--warn)' },
  { tag: tags.comment, color: 'var(--text-3)', fontStyle: 'italic' },
  { tag: tags.strong, fontWeight: '600' },
])

/** What every editor of code has. */
export const codeSetup = [lineNumbers(), history(), bracketMatching(), closeBrackets(), syntaxHighlighting(highlight)]

/** Keys of every editor; those of one editor come before them. */
export const codeKeys = [...closeBracketsKeymap, ...completionKeymap, ...historyKeymap, ...defaultKeymap]

/** The class of the list of completions. */
export const completionClass = (): string => css['completion'] ?? ''
