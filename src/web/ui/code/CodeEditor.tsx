import { autocompletion } from '@codemirror/autocomplete'
import type { CompletionSource } from '@codemirror/autocomplete'
import { indentWithTab } from '@codemirror/commands'
import { Compartment, EditorState } from '@codemirror/state'
import type { Extension } from '@codemirror/state'
import { EditorView, keymap, placeholder as placeholderText, tooltips } from '@codemirror/view'
import { useEffect, useRef } from 'react'
import css from './Code.module.css'
import { faultMarks, setFaults } from './faults.ts'
import type { CodeFault } from './faults.ts'
import { codeKeys, codeSetup, completionClass } from './setup.ts'

type Props = {
  value: string
  onChange: (text: string) => void
  /** Its grammar; the same object as long as it stays the same. */
  language: Extension
  label: string
  /** Id of the element that describes it. */
  describedBy?: string | undefined
  /** What is offered at the cursor. */
  complete?: CompletionSource | undefined
  /** Underlined where they are. */
  faults?: readonly CodeFault[] | undefined
  placeholder?: string | undefined
  /** px; 200 by default. */
  height?: number | undefined
  /** Takes the focus when it is shown, and Tab indents; true by default. Otherwise Tab goes on to the next field. */
  takesFocus?: boolean | undefined
  onRun?: (() => void) | undefined
  onBlur?: (() => void) | undefined
}

/** Completions stay over what a surrounding popover covers. */
const spaceAround = (editor: HTMLElement) => {
  const { left, right } = (editor.closest('[role=dialog]') ?? editor).getBoundingClientRect()
  return { top: 0, left: left + 8, bottom: window.innerHeight, right: right - 8 }
}

/** An editor for code of any language. Always loaded lazily: CodeMirror is large. */
export const CodeEditor = (props: Props) => {
  const { value, language, faults, height = 200 } = props
  const box = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(undefined)
  const grammar = useRef(new Compartment())
  const first = useRef(props)
  const latest = useRef(props)
  useEffect(() => {
    latest.current = props
  })

  useEffect(() => {
    if (!box.current) return
    const { label, describedBy, placeholder, takesFocus = true, language: firstLanguage, value: firstValue } = first.current
    const editor = new EditorView({
      parent: box.current,
      state: EditorState.create({
        doc: firstValue,
        extensions: [
          codeSetup,
          EditorView.lineWrapping,
          grammar.current.of(firstLanguage),
          autocompletion({
            override: [(context) => latest.current.complete?.(context) ?? null],
            icons: true,
            tooltipClass: completionClass,
          }),
          tooltips({ tooltipSpace: ({ dom }) => spaceAround(dom) }),
          faultMarks,
          placeholderText(placeholder ?? ''),
          EditorView.contentAttributes.of({
            'aria-label': label,
            ...(describedBy && { 'aria-describedby': describedBy }),
            ...(takesFocus && { 'data-autofocus': '' }),
          }),
          keymap.of([
            { key: 'Mod-Enter', run: () => (latest.current.onRun?.(), true) },
            ...codeKeys,
            ...(takesFocus ? [indentWithTab] : []),
          ]),
          EditorView.domEventHandlers({ blur: () => latest.current.onBlur?.() }),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) latest.current.onChange(update.state.doc.toString())
          }),
        ],
      }),
    })
    view.current = editor
    if (takesFocus) editor.focus()
    editor.dispatch({ selection: { anchor: editor.state.doc.length } })
    return () => editor.destroy()
  }, [])

  useEffect(() => {
    const editor = view.current
    if (!editor || editor.state.doc.toString() === value) return
    editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: value } })
  }, [value])

  useEffect(() => {
    view.current?.dispatch({ effects: grammar.current.reconfigure(language) })
  }, [language])

  useEffect(() => {
    view.current?.dispatch({ effects: setFaults.of(faults ?? []) })
  }, [faults])

  return <div ref={box} className={css['editor']} style={{ height }} data-grows />
}
