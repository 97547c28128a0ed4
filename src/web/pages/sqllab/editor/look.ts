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
  '.cm-fault': { textDecoration: 'underline wavy var(--bad)', textUnderlineOffset: '3px' },
  '.cm-panels': { zIndex: 'var(--layer-raised)', border: '0', background: 'var(--canvas)', color: 'var(--text)' },
  '.cm-panels-top': { borderBottom: '1px solid var(--line)' },
  '.cm-panel.cm-search': { padding: '8px 32px 8px 16px', font: '13px / 20px var(--font-text)' },
  '.cm-panel.cm-search [name=close]': { top: '8px', right: '8px', width: '24px', height: '24px', color: 'var(--text-2)' },
  '.cm-textfield, .cm-button': {
    height: '28px',
    padding: '0 8px',
    border: '1px solid var(--line-strong)',
    borderRadius: 'var(--radius)',
    background: 'var(--surface)',
    color: 'var(--text)',
    fontSize: '13px',
  },
  '.cm-searchMatch': { background: 'color-mix(in srgb, var(--warn) 24%, transparent)' },
  '.cm-searchMatch-selected': { background: 'color-mix(in srgb, var(--warn) 48%, transparent)' },
  '.cm-content ::selection': { background: 'color-mix(in srgb, var(--accent) 24%, transparent)' },
})
