import { ArrowLeft, ArrowRight, Bookmark, ChevronDown, Copy, History, Pencil, Plus, RotateCcw, X } from 'lucide-react'
import { useEffect, useRef, useState, type DragEvent, type KeyboardEvent } from 'react'
import { t } from '#core/i18n/t.ts'
import { sqlLabPaths } from '../../window/sql-lab-paths.ts'
import { ButtonLink } from '../../ui/button/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { IconButton } from '../../ui/button/IconButton.tsx'
import { keyText } from '../../ui/keys/Kbd.tsx'
import { Menu, type MenuEntry } from '../../ui/overlay/Menu.tsx'
import { TextInput } from '../../ui/text/TextInput.tsx'
import type { TabTitle, TabsActions } from './state/use-tabs.ts'
import css from './SqlLab.module.css'

/** A tab that is dragged, and the gap between tabs that it would fall into, from 0. */
type Drag = { id: number; gap: number }

type Props = { tabs: TabTitle[]; activeId: number | null; actions: TabsActions }

export const titleOf = ({ label }: TabTitle) => label || t('Untitled query')

/** The open tabs, with a menu for the active one, and the closed ones. */
export const TabStrip = ({ tabs, activeId, actions }: Props) => {
  const [renamedId, setRenamedId] = useState<number | null>(null)
  const [drag, setDrag] = useState<Drag | null>(null)
  const list = useRef<HTMLUListElement>(null)
  /** A tab that is moved in the document loses the focus. */
  const movedByKey = useRef<HTMLElement>(null)
  useEffect(() => {
    const at = tabs.findIndex(({ id }) => id === activeId)
    list.current?.children[at]?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    movedByKey.current?.focus()
    movedByKey.current = null
  }, [activeId, tabs])

  const dragOver = (event: DragEvent<HTMLElement>, over: number) => {
    if (!drag) return
    event.preventDefault()
    const { left, width } = event.currentTarget.getBoundingClientRect()
    const gap = event.clientX < left + width / 2 ? over : over + 1
    if (gap !== drag.gap) setDrag({ ...drag, gap })
  }
  const drop = () => {
    if (!drag) return
    const from = tabs.findIndex(({ id }) => id === drag.id)
    actions.move(drag.id, drag.gap > from ? drag.gap - 1 : drag.gap)
    setDrag(null)
  }
  const moveByKey = (event: KeyboardEvent<HTMLElement>, id: number, at: number) => {
    const by = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : 0
    if (by === 0 || !event.altKey || !event.shiftKey) return
    event.preventDefault()
    movedByKey.current = event.currentTarget
    actions.move(id, at + by)
  }
  return (
    <nav className={css['strip']} aria-label={t('Queries')}>
      <ul ref={list} className={css['tabs']}>
        {tabs.map((tab, i) => (
          <li
            key={tab.id}
            className={cx(css['tab'], tab.id === activeId && css['active'])}
            data-dragged={drag?.id === tab.id || undefined}
            data-drop={drag?.gap === i ? 'before' : drag?.gap === i + 1 && i === tabs.length - 1 ? 'after' : undefined}
            onDragOver={(event) => dragOver(event, i)}
            onDrop={drop}
          >
            {renamedId === tab.id ? (
              <NameField
                name={titleOf(tab)}
                onName={(name) => {
                  setRenamedId(null)
                  if (name !== null) actions.rename(tab.id, name)
                }}
              />
            ) : (
              <button
                type="button"
                className={css['tabName']}
                aria-current={tab.id === activeId || undefined}
                aria-keyshortcuts="Alt+Shift+ArrowLeft Alt+Shift+ArrowRight"
                title={titleOf(tab)}
                draggable
                onDragStart={({ dataTransfer }) => {
                  dataTransfer.effectAllowed = 'move'
                  dataTransfer.setData('application/x-chartroom-tab', String(tab.id))
                  setDrag({ id: tab.id, gap: i })
                }}
                onDragEnd={() => setDrag(null)}
                onKeyDown={(event) => moveByKey(event, tab.id, i)}
                onClick={() => actions.activate(tab.id)}
                onDoubleClick={() => setRenamedId(tab.id)}
                onAuxClick={({ button }) => button === 1 && actions.close(tab.id)}
              >
                {titleOf(tab)}
              </button>
            )}
            {tab.id === activeId && (
              <Menu
                label={t('Actions of %(name)s', { name: titleOf(tab) })}
                entries={menuOf(tab.id, { at: i, count: tabs.length, actions, onRename: setRenamedId })}
              >
                <IconButton
                  dense
                  className={css['tabButton']}
                  label={t('Actions of %(name)s', { name: titleOf(tab) })}
                  icon={<ChevronDown />}
                />
              </Menu>
            )}
            <IconButton
              dense
              className={css['tabButton']}
              label={t('Close %(name)s', { name: titleOf(tab) })}
              icon={<X />}
              onClick={() => actions.close(tab.id)}
            />
          </li>
        ))}
      </ul>
      <IconButton dense label={t('New query')} icon={<Plus />} onClick={() => actions.add({})} />
      <ClosedTabs actions={actions} />
      <span className={css['links']}>
        <ButtonLink dense kind="quiet" icon={<Bookmark />} to={sqlLabPaths.savedQueries}>
          {t('Saved Queries')}
        </ButtonLink>
        <ButtonLink dense kind="quiet" icon={<History />} to={sqlLabPaths.history}>
          {t('Query History')}
        </ButtonLink>
      </span>
    </nav>
  )
}

type Place = { at: number; count: number; actions: TabsActions; onRename: (id: number) => void }

const menuOf = (id: number, { at, count, actions, onRename }: Place): MenuEntry[] => [
  { key: 'rename', label: t('Rename'), icon: <Pencil />, onSelect: () => onRename(id) },
  { key: 'duplicate', label: t('Duplicate'), icon: <Copy />, onSelect: () => actions.duplicate(id) },
  'divider',
  {
    key: 'left',
    label: t('Move left'),
    icon: <ArrowLeft />,
    disabled: at === 0,
    hint: keyText('⇧⌥←'),
    onSelect: () => actions.move(id, at - 1),
  },
  {
    key: 'right',
    label: t('Move right'),
    icon: <ArrowRight />,
    disabled: at === count - 1,
    hint: keyText('⇧⌥→'),
    onSelect: () => actions.move(id, at + 1),
  },
  'divider',
  { key: 'close', label: t('Close'), icon: <X />, onSelect: () => actions.close(id) },
  { key: 'others', label: t('Close the others'), disabled: count < 2, onSelect: () => actions.closeOthers(id) },
]

/** Enter or leaving the field renames, Escape does not. */
const NameField = ({ name, onName }: { name: string; onName: (name: string | null) => void }) => {
  const [draft, setDraft] = useState(name)
  const commit = () => onName(draft.trim() && draft.trim() !== name ? draft.trim() : null)
  return (
    <TextInput
      dense
      className={css['nameField']}
      aria-label={t('Name of the query')}
      value={draft}
      maxLength={250}
      autoFocus
      onValue={setDraft}
      onFocus={({ currentTarget }) => currentTarget.select()}
      onBlur={commit}
      onKeyDown={({ key }) => {
        if (key === 'Enter') commit()
        if (key === 'Escape') onName(null)
      }}
    />
  )
}

const ClosedTabs = ({ actions }: { actions: TabsActions }) => {
  const [closed, setClosed] = useState<TabTitle[]>([])
  const entries: MenuEntry[] =
    closed.length === 0
      ? [{ heading: t('No closed queries') }]
      : [
          { heading: t('Closed queries') },
          ...closed.map((tab) => ({ key: String(tab.id), label: titleOf(tab), icon: <RotateCcw />, onSelect: () => actions.reopen(tab) })),
        ]
  return (
    <Menu
      label={t('Closed queries')}
      width={280}
      entries={entries}
      onOpenChange={(isOpen) => {
        if (isOpen) void actions.listClosed().then(setClosed)
      }}
    >
      <IconButton dense label={t('Closed queries')} icon={<RotateCcw />} />
    </Menu>
  )
}
