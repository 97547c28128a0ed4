import { autocompletion, closeCompletion } from '@codemirror/autocomplete'
import { indentWithTab } from '@codemirror/commands'
import { Compartment, EditorState } from '@codemirror/state'
import { EditorView, highlightActiveLine, highlightActiveLineGutter, keymap, placeholder, tooltips } from '@codemirror/view'
import { useEffect, useImperativeHandle, useRef, type Ref } from 'react'
import { codeKeys, codeSetup, completionClass } from '../../../ui/code/setup.ts'
import { t } from '#core/i18n/t.ts'
import { faultMarks, setFaults, type CodeFault } from '../../../ui/code/faults.ts'
import { say } from '../../../ui/feedback/toast.ts'
import { sqlLanguage } from '../../../ui/code/sql.ts'
import { completeWith, type Catalogue } from './completion.ts'
import { editorTheme } from './look.ts'
import css from './ScriptEditor.module.css'

/** What the page asks the editor. */
export type EditorHandle = {
  /** The whole script, the selected text, which may be empty, and the place of the cursor. */
  read: () => { script: string; selected: string; cursor: number }
  /** Writes a text in place of the selection. */
  insert: (text: string) => void
  /** Writes a text in place of the whole script. It can be undone. */
  replaceAll: (text: string) => void
  /** Underlines faults, in place of those before. */
  mark: (faults: readonly CodeFault[]) => void
  /** Opens find and replace. */
  find: () => void
}

type Props = {
  ref: Ref<EditorHandle>
  /** The script that it opens with; later changes are the editor's own. */
  initial: string
  onChange: (script: string) => void
  onRun: (scope: 'cursor' | 'all') => void
  onFormat: () => void
  catalogue: Catalogue
  label: string
  hint: string
}

const findIn = (view: EditorView): void => {
  import('./find.ts').then(
    ({ openFind }) => openFind(view),
    () => say(t('Find could not be loaded. Try again.'), { kind: 'bad' }),
  )
}

/** An editor for scripts of several statements. */
export const ScriptEditor = (props: Props) => {
  const { ref, catalogue } = props
  const box = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(undefined)
  const grammar = useRef(new Compartment())
  const latest = useRef(props)
  useEffect(() => {
    latest.current = props
  })

  useEffect(() => {
    if (!box.current) return
    const { initial, catalogue: first, label, hint } = latest.current
    const runs = (scope: 'cursor' | 'all') => (opened: EditorView) => {
      closeCompletion(opened)
      latest.current.onRun(scope)
      return true
    }
    const editor = new EditorView({
      parent: box.current,
      state: EditorState.create({
        doc: initial,
        extensions: [
          codeSetup,
          faultMarks,
          highlightActiveLine(),
          highlightActiveLineGutter(),
          grammar.current.of(sqlLanguage(first.backend)),
          autocompletion({
            override: [completeWith(() => latest.current.catalogue)],
            icons: false,
            tooltipClass: completionClass,
          }),
          tooltips({ parent: document.body }),
          editorTheme,
          placeholder(hint),
          EditorView.contentAttributes.of({ 'aria-label': label }),
          keymap.of([
            { key: 'Mod-Enter', run: runs('cursor') },
            { key: 'Mod-Shift-Enter', run: runs('all') },
            { key: 'Mod-f', preventDefault: true, run: (opened) => (findIn(opened), true) },
            { key: 'Shift-Alt-f', preventDefault: true, run: () => (latest.current.onFormat(), true) },
            ...codeKeys,
            indentWithTab,
          ]),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) latest.current.onChange(update.state.doc.toString())
          }),
        ],
      }),
    })
    view.current = editor
    editor.dispatch({ selection: { anchor: editor.state.doc.length } })
    if (window.matchMedia('(pointer: fine)').matches) editor.focus()
    return () => editor.destroy()
  }, [])

  useEffect(() => {
    view.current?.dispatch({
      effects: grammar.current.reconfigure(sqlLanguage(catalogue.backend)),
    })
  }, [catalogue.backend])

  useImperativeHandle(ref, () => ({
    read: () => {
      const state = view.current?.state
      if (!state) return { script: '', selected: '', cursor: 0 }
      const { from, to, head } = state.selection.main
      return { script: state.doc.toString(), selected: state.sliceDoc(from, to), cursor: head }
    },
    replaceAll: (text) => {
      const editor = view.current
      editor?.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: text } })
      editor?.focus()
    },
    mark: (faults) => view.current?.dispatch({ effects: setFaults.of(faults) }),
    find: () => view.current && findIn(view.current),
    insert: (text) => {
      view.current?.dispatch(view.current.state.replaceSelection(text))
      view.current?.focus()
    },
  }))

  return <div ref={box} className={css['editor']} data-editor />
}
