import { EditorView } from '@codemirror/view'

/** The look of the editor that fills its pane. */
export const editorTheme = EditorView.theme({
  '&': { height: '100%', outline: 'none !important', color: 'var(--text)' },
  '.cm-scroller': { font: '13px / 20px var(--font-mono)' },
  '.cm-content': { padding: '8px 0', caretColor: 'var(--text)' },
  '.cm-line': { padding: '0 16px 0 4px' },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
  '.cm-gutters': { border: '0', background: 'var(--surface)', color: 'var(--text-3)' },
  '.cm-lineNumbers .cm-gutterElement': { minWidth: '40px', padding: '0 8px 0 16px' },
  '.cm-activeLine, .cm-activeLineGutter': { background: 'var(--hover)' },
  '.cm-placeholder': { color: 'var(--text-3)' },
  '&.cm-focused .cm-matchingBracket': { outline: '1px solid var(--line-strong)', background: 'none' },
  '.cm-content ::selection': { background: 'color-mix(in srgb, var(--accent) 24%, transparent)' },
})
