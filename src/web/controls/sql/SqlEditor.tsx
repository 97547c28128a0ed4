import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from '@codemirror/autocomplete'
import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands'
import { sql, StandardSQL } from '@codemirror/lang-sql'
import { bracketMatching, HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import { EditorState } from '@codemirror/state'
import { EditorView, keymap, lineNumbers, placeholder as placeholderText, tooltips } from '@codemirror/view'
import { tags } from '@lezer/highlight'
import { useEffect, useRef } from 'react'
import { t } from '#core/i18n/t.ts'
import { sqlFunctions, sqlWords } from './functions.ts'
import css from './Sql.module.css'

export type SqlField = { name: string; insert: string; note: string; kind: string }

type Props = {
  value: string
  onChange: (sql: string) => void
  /** Columns that the completion offers first. */
  fields: SqlField[]
  label: string
  placeholder?: string
  height?: number
  onRun?: () => void
}

const highlight = HighlightStyle.define([
  { tag: [tags.keyword, tags.operatorKeyword, tags.typeName, tags.standard(tags.name)], color: 'var(--accent)' },
  { tag: [tags.string, tags.special(tags.string)], color: 'var(--good)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--warn)' },
  { tag: tags.comment, color: 'var(--text-3)', fontStyle: 'italic' },
])

const completions = (fields: SqlField[]): Completion[] => [
  ...fields.map(({ name, insert, note, kind }) => ({ label: name, apply: insert, detail: note, type: kind, boost: 3 })),
  ...sqlFunctions.map(([signature, note]) => ({
    label: signature,
    apply: signature.slice(0, signature.indexOf('(') + 1),
    detail: t(note),
    type: 'function',
    boost: 1,
  })),
  ...sqlWords.map((word) => ({ label: word, type: 'keyword' })),
]

/** Completions stay over what the editor's popover covers. */
const spaceAround = (editor: HTMLElement) => {
  const { left, right } = (editor.closest('[role=dialog]') ?? editor).getBoundingClientRect()
  return { top: 0, left: left + 8, bottom: window.innerHeight, right: right - 8 }
}

/** A piece of SQL with completion of the dataset's columns and the usual functions. */
export const SqlEditor = ({ value, onChange, fields, label, placeholder, height = 200, onRun }: Props) => {
  const box = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(undefined)
  const first = useRef({ value, label, placeholder })
  const latest = useRef({ onChange, onRun, fields })
  useEffect(() => {
    latest.current = { onChange, onRun, fields }
  })

  useEffect(() => {
    if (!box.current) return
    const complete = (context: CompletionContext): CompletionResult | null => {
      const word = context.matchBefore(/[\w"]+/)
      if (!word && !context.explicit) return null
      return { from: word?.from ?? context.pos, options: completions(latest.current.fields), validFor: /^[\w"]*$/ }
    }
    const editor = new EditorView({
      parent: box.current,
      state: EditorState.create({
        doc: first.current.value,
        extensions: [
          lineNumbers(),
          history(),
          bracketMatching(),
          closeBrackets(),
          EditorView.lineWrapping,
          sql({ dialect: StandardSQL, upperCaseKeywords: true }),
          autocompletion({ override: [complete], icons: true, tooltipClass: () => css['completion'] ?? '' }),
          tooltips({ tooltipSpace: ({ dom }) => spaceAround(dom) }),
          syntaxHighlighting(highlight),
          placeholderText(first.current.placeholder ?? ''),
          EditorView.contentAttributes.of({ 'aria-label': first.current.label, 'data-autofocus': '' }),
          keymap.of([
            { key: 'Mod-Enter', run: () => (latest.current.onRun?.(), true) },
            ...closeBracketsKeymap,
            ...completionKeymap,
            ...historyKeymap,
            ...defaultKeymap,
            indentWithTab,
          ]),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) latest.current.onChange(update.state.doc.toString())
          }),
        ],
      }),
    })
    view.current = editor
    editor.focus()
    editor.dispatch({ selection: { anchor: editor.state.doc.length } })
    return () => editor.destroy()
  }, [])

  useEffect(() => {
    const editor = view.current
    if (!editor || editor.state.doc.toString() === value) return
    editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: value } })
  }, [value])

  return <div ref={box} className={css['editor']} style={{ height }} data-grows />
}
