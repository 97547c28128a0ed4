import { useId, useRef, useState, type ReactNode } from 'react'
import { t } from '#core/i18n/t.ts'
import { lazyPart } from '../../../../lazy/lazy-part.tsx'
import { useFocusReturn } from '../../../../ui/keys/use-focus-return.ts'
import { useComponent, useDashboard, useDashboardStore } from '../../state/dashboard-context.ts'
import { changeMeta } from '../actions.ts'
import css from './EditableText.module.css'

const MarkdownText = lazyPart(async () => (await import('../../stage/markdown/MarkdownText.tsx')).MarkdownText)

/** A text that can be edited after a double-click or Enter. */
export const EditableText = ({ id, children }: { id: string; children: ReactNode }) => {
  const store = useDashboardStore()
  const isOpen = useDashboard((state) => state.editedTextId === id)
  const isEmpty = !useComponent(id)?.meta.code
  const open = () => store.getState().set({ editedTextId: id })
  const { expectFocus, ref } = useFocusReturn()
  if (isOpen) return <Source id={id} onKeyLeave={expectFocus} />
  return (
    <div
      ref={ref}
      className={css['text']}
      role="button"
      tabIndex={0}
      title={t('Edit the text')}
      onDoubleClick={open}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || event.target !== event.currentTarget) return
        event.preventDefault()
        open()
      }}
    >
      {isEmpty ? <p className={css['hint']}>{t('Double-click to write')}</p> : children}
    </div>
  )
}

/** Edits the source of a text, with what it becomes beside it. Blur or ⌘↵ applies it, Escape discards it. */
const Source = ({ id, onKeyLeave }: { id: string; onKeyLeave: () => void }) => {
  const store = useDashboardStore()
  const code = useComponent(id)?.meta.code ?? ''
  const [draft, setDraft] = useState(code)
  const isDiscarded = useRef(false)
  const helpId = useId()
  const leave = () => {
    if (!isDiscarded.current && draft !== code) changeMeta(store, id, { code: draft })
    store.getState().set({ editedTextId: null })
  }
  return (
    <div className={css['editor']} data-writing>
      <div className={css['sourceAndPreview']}>
        <textarea
          autoFocus
          className={css['source']}
          aria-label={t('Text in Markdown')}
          aria-describedby={helpId}
          placeholder={t('Markdown: # Title, **bold**, [link](address), - list')}
          value={draft}
          onChange={(event) => setDraft(event.target.value)}
          onBlur={leave}
          onKeyDown={(event) => {
            event.stopPropagation()
            if (event.key === 'Escape') isDiscarded.current = true
            if (event.key !== 'Escape' && !(event.key === 'Enter' && (event.metaKey || event.ctrlKey))) return
            onKeyLeave()
            event.currentTarget.blur()
          }}
        />
        <div className={css['preview']} role="region" aria-label={t('Preview')}>
          <MarkdownText code={draft} />
        </div>
        <p id={helpId} className={css['help']} onMouseDown={(event) => event.preventDefault()}>
          {t('Variables of the filters:')} <code>{"{{ filter_values('region', 'all regions') }}"}</code> <code>{'{{ time_range }}'}</code>
        </p>
      </div>
    </div>
  )
}
