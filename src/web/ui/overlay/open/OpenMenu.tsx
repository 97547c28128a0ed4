import { Check } from 'lucide-react'
import { useRef, useState, type ReactNode } from 'react'
import { Header } from 'react-aria-components/Header'
import { Menu, MenuItem, MenuSection } from 'react-aria-components/Menu'
import { Separator } from 'react-aria-components/Separator'
import { flushSync } from 'react-dom'
import { Link } from 'react-router'
import { t } from '#core/i18n/t.ts'
import { cx } from '../../cx.ts'
import type { MenuItem as Item, MenuEntry, MenuListProps } from '../Menu.tsx'
import rowLook from '../../row.module.css'
import css from '../Menu.module.css'
import { OpenPopover } from './OpenPopover.tsx'

type Section = { heading?: string; items: Item[] }

/** Splits entries into sections at dividers and headings. */
const sectionsOf = (entries: MenuEntry[]): Section[] => {
  const sections: Section[] = [{ items: [] }]
  for (const entry of entries) {
    if (entry === 'divider') sections.push({ items: [] })
    else if ('heading' in entry) sections.push({ heading: entry.heading, items: [] })
    else sections.at(-1)?.items.push(entry)
  }
  return sections.filter(({ items, heading }) => items.length > 0 || heading)
}

/** The text of a label, for typeahead. */
const textOf = (label: ReactNode): string => (typeof label === 'string' ? label : '')

const backKey = 'back'

/** A menu. The entries of a submenu take the place of the others; ArrowRight opens it, ArrowLeft leads back. */
export const OpenMenu = ({ onClose, anchor, label, entries, align = 'start', width }: MenuListProps) => {
  const [openKey, setOpenKey] = useState<string | null>(null)
  /** The submenu that was left: its entry takes the focus. */
  const [leftKey, setLeftKey] = useState<string | null>(null)
  const leave = () => {
    setLeftKey(openKey)
    setOpenKey(null)
  }
  const box = useRef<HTMLDivElement>(null)
  const parent = entries.flatMap((entry) => (typeof entry === 'object' && 'key' in entry && entry.key === openKey ? [entry] : []))[0]
  const submenu = parent?.entries
  const back: Item = {
    key: backKey,
    label: t('Back'),
    icon: <span className={cx(css['chevron'], css['backwards'])} aria-hidden />,
    onSelect: leave,
  }
  const sections = submenu ? [...sectionsOf([{ heading: textOf(parent.label) }, ...submenu]), { items: [back] }] : sectionsOf(entries)
  const change = (event: React.KeyboardEvent) => {
    // Closed synchronously, so that Tab continues from the trigger.
    if (event.key === 'Tab') flushSync(onClose)
    const focused = box.current?.querySelector('[data-submenu]:focus')
    if (event.key === 'ArrowRight' && focused) setOpenKey(focused.getAttribute('data-submenu'))
    if (event.key === 'ArrowLeft' && submenu) leave()
  }
  return (
    <OpenPopover
      open
      onClose={onClose}
      anchor={anchor}
      label={label}
      role="presentation"
      align={align}
      keepsTab={false}
      {...(width && { width })}
    >
      <div ref={box} role="presentation" onKeyDownCapture={change}>
        <Menu
          key={openKey}
          aria-label={submenu ? textOf(parent.label) : label}
          autoFocus={submenu || leftKey === null ? 'first' : false}
          className={css['menu'] ?? ''}
          onClose={onClose}
        >
          {sections.flatMap(({ heading, items }, at) => [
            at > 0 && !heading && <Separator key={`divider ${at}`} className={css['divider'] ?? ''} />,
            <MenuSection key={`section ${at}`} {...(!heading && { 'aria-label': label })}>
              {heading && <Header className={cx(rowLook['heading'], css['heading']) ?? ''}>{heading}</Header>}
              {items.map((item) => (
                <Entry key={item.key} item={item} takesFocus={!submenu && item.key === leftKey} onOpen={setOpenKey} />
              ))}
            </MenuSection>,
          ])}
        </Menu>
      </div>
    </OpenPopover>
  )
}

const focusOnMount = (element: HTMLElement | null) => element?.focus()

type EntryProps = { item: Item; takesFocus: boolean; onOpen: (key: string) => void }

const Entry = ({ item, takesFocus, onOpen }: EntryProps) => {
  const { key, label, icon, hint, to, href, danger, disabled = false, reason, checked, entries } = item
  const onSelect = entries ? () => onOpen(key) : item.onSelect
  const leadsTo = disabled ? undefined : (to ?? href)
  const role = checked === undefined ? {} : { role: 'menuitemradio', 'aria-checked': checked }
  // Disabled items stay focusable, so that their reason can be read.
  const opens = entries && !disabled ? ({ 'aria-haspopup': 'menu', 'data-submenu': key } as const) : {}
  const state = { ...role, ...opens, ...(disabled && { 'aria-disabled': true }), title: reason }
  return (
    <MenuItem
      id={key}
      {...(takesFocus && { ref: focusOnMount })}
      textValue={textOf(label)}
      shouldCloseOnSelect={!disabled && !entries && key !== backKey}
      className={
        cx(rowLook['row'], css['entry'], danger && css['danger'], disabled && rowLook['disabled'], disabled && css['disabled']) ?? ''
      }
      {...(!disabled && onSelect && { onAction: onSelect })}
      {...(leadsTo && { href: leadsTo })}
      render={(given) =>
        'href' in given ? to ? <Link {...given} {...state} to={to} /> : <a {...given} {...state} /> : <div {...given} {...state} />
      }
    >
      {icon && <span className={css['icon']}>{icon}</span>}
      <span className={rowLook['text']}>{label}</span>
      {hint && <span className={rowLook['hint']}>{hint}</span>}
      {checked && <Check aria-hidden />}
      {entries && <span className={css['chevron']} aria-hidden />}
    </MenuItem>
  )
}
