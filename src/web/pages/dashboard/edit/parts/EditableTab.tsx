import { ChevronDown, Plus } from 'lucide-react'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { parentOf } from '#core/layout/tree.ts'
import { t } from '#core/i18n/t.ts'
import { cx } from '../../../../ui/cx.ts'
import { rovingIndex } from '../../../../ui/choice/roving.ts'
import { IconButton } from '../../../../ui/button/IconButton.tsx'
import { useFocusReturn } from '../../../../ui/keys/use-focus-return.ts'
import { Menu } from '../../../../ui/overlay/Menu.tsx'
import { useComponent, useDashboard, useDashboardStore, useLayout, useMount } from '../../state/dashboard-context.ts'
import { nameOf } from '../../state/draft.ts'
import { tabElementId } from '../../stage/edit-tools.ts'
import { useOpenTab } from '../../stage/use-open-tab.ts'
import { changeMeta, currentLayout, placePart } from '../actions.ts'
import css from '../Edit.module.css'
import { useEntries } from './use-entries.tsx'
import { usePartDrag } from '../drag/use-part-drag.ts'

type Props = { id: string; isOpen: boolean; onOpen: () => void }

/** Arrow keys open the tab beside. */
const openByArrow = (event: KeyboardEvent<HTMLElement>) => {
  const tabs = [...(event.currentTarget.closest('[data-strip]')?.querySelectorAll<HTMLElement>('[role=tab]') ?? [])]
  const next = tabs[rovingIndex(event, tabs.indexOf(event.currentTarget), tabs.length) ?? -1]
  if (!next) return
  event.preventDefault()
  next.focus()
  next.click()
}

/** A tab: click to open, double-click or F2 to rename, drag to move; the open one has a menu. */
export const EditableTab = ({ id, isOpen, onOpen }: Props) => {
  const { store, id: mountId } = useMount()
  const name = useLayout((layout) => nameOf(layout, id))
  const isTyped = useDashboard((state) => state.editedTextId === id)
  const [element, setElement] = useState<HTMLElement | null>(null)
  const entries = useEntries(id)
  const { expectFocus, ref } = useFocusReturn()
  usePartDrag({ element, source: () => (isTyped ? null : { dragged: { id }, name }) })
  const rename = () => store.getState().set({ editedTextId: id })
  return (
    <span ref={setElement} data-tab={id} className={cx(css['tab'], isOpen && css['open'])}>
      {isTyped ? (
        <TabName id={id} onKeyLeave={expectFocus} />
      ) : (
        <button
          ref={ref}
          id={tabElementId(mountId, id)}
          type="button"
          role="tab"
          aria-selected={isOpen}
          onClick={() => {
            onOpen()
            store.getState().select(null)
          }}
          onDoubleClick={rename}
          onKeyDown={(event) => (event.key === 'F2' ? rename() : openByArrow(event))}
        >
          {name}
        </button>
      )}
      {isOpen && !isTyped && (
        <Menu
          label={t('Actions of %(name)s', { name })}
          entries={() => [{ key: 'rename', label: t('Rename'), hint: 'F2', onSelect: rename }, 'divider', ...entries()]}
        >
          <button type="button" className={css['tabMenu']} aria-label={t('Actions of %(name)s', { name })}>
            <ChevronDown aria-hidden />
          </button>
        </Menu>
      )}
    </span>
  )
}

const TabName = ({ id, onKeyLeave }: { id: string; onKeyLeave: () => void }) => {
  const store = useDashboardStore()
  const { text = '', placeholder } = useComponent(id)?.meta ?? {}
  const [draft, setDraft] = useState(text)
  const done = (kept: boolean) => {
    const next = draft.trim()
    if (kept && next && next !== text) changeMeta(store, id, { text: next }, 'renamed')
    store.getState().set({ editedTextId: null })
  }
  return (
    <input
      autoFocus
      className={css['tabName']}
      aria-label={t('Tab title')}
      placeholder={placeholder ?? t('Tab title')}
      value={draft}
      size={Math.max(8, draft.length)}
      onFocus={(event) => event.target.select()}
      onChange={(event) => setDraft(event.target.value)}
      onBlur={() => done(true)}
      onKeyDown={(event) => {
        event.stopPropagation()
        if (event.key !== 'Enter' && event.key !== 'Escape') return
        onKeyLeave()
        done(event.key === 'Enter')
      }}
    />
  )
}

const noTabs: readonly string[] = []

/** Where a tab goes together with the focus, the open one takes it. */
const useFocusOfRemoved = (tabs: string) => {
  const { id: mountId } = useMount()
  const children = useComponent(tabs)?.children ?? noTabs
  const open = useOpenTab(tabs) ?? ''
  const last = useRef(children)
  useEffect(() => {
    const isRemoved = last.current.some((tab) => !children.includes(tab))
    last.current = children
    if (isRemoved && document.activeElement === document.body) document.getElementById(tabElementId(mountId, open))?.focus()
  }, [mountId, children, open])
}

/** Adds a tab at the end and starts editing its name. */
export const AddTab = ({ tabs }: { tabs: string }) => {
  const store = useDashboardStore()
  useFocusOfRemoved(tabs)
  const add = () => {
    const index = currentLayout(store)[tabs]?.children.length ?? 0
    const id = placePart(store, { type: 'TAB' }, { parent: tabs, index })
    if (id && parentOf(currentLayout(store), id)) store.getState().set({ editedTextId: id })
  }
  return <IconButton dense className={css['addTab']} label={t('Add a tab')} icon={<Plus />} onClick={add} />
}
