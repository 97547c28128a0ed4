import { openSearchPanel, search, searchKeymap } from '@codemirror/search'
import { EditorState, StateEffect } from '@codemirror/state'
import { keymap, type EditorView } from '@codemirror/view'
import { t } from '#core/i18n/t.ts'

const ready = new WeakSet<EditorView>()

const phrases = () => ({
  Find: t('Find'),
  Replace: t('Replace'),
  next: t('next'),
  previous: t('previous'),
  all: t('all'),
  'match case': t('match case'),
  'by word': t('by word'),
  regexp: t('regular expression'),
  replace: t('replace'),
  'replace all': t('replace all'),
  close: t('Close'),
})

/** Opens find and replace over an editor. The code is loaded when it is first asked for. */
export const openFind = (view: EditorView) => {
  if (!ready.has(view)) {
    ready.add(view)
    const extensions = [search({ top: true }), keymap.of(searchKeymap), EditorState.phrases.of(phrases())]
    view.dispatch({ effects: StateEffect.appendConfig.of(extensions) })
  }
  openSearchPanel(view)
}
