import { cloneElement, useState, type ReactElement, type ReactNode, type Ref } from 'react'
import { Check } from 'lucide-react'
import { Link } from 'react-router'
import { cx } from '../cx.ts'
import { Popover } from './Popover.tsx'
import type { Placement } from './place.ts'
import css from './Menu.module.css'

export type MenuEntry =
  | 'divider'
  | {
      key: string
      label: ReactNode
      icon?: ReactNode
      /** At the right: a key, a note. */
      hint?: ReactNode
      onSelect?: () => void
      /** Leads to a page instead. */
      to?: string
      /** Leaves the page, or downloads. */
      href?: string
      danger?: boolean
      disabled?: boolean
      /** Why it cannot be chosen now. */
      reason?: string
      /** A choice among others: shown with a check. */
      checked?: boolean
    }
  | { heading: string }

type Trigger = { ref?: Ref<HTMLElement>; onClick?: () => void; 'aria-haspopup'?: 'menu'; 'aria-expanded'?: boolean }

type Props = {
  label: string
  /** A function is asked when the menu opens. */
  entries: MenuEntry[] | (() => MenuEntry[])
  placement?: Placement
  width?: number
  onOpenChange?: (open: boolean) => void
  children: ReactElement<Trigger>
}

/** A menu that its child opens. */
export const Menu = ({ label, entries, placement = 'bottom-start', width, onOpenChange, children }: Props) => {
  const [open, setOpen] = useState(false)
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const change = (next: boolean) => {
    setOpen(next)
    onOpenChange?.(next)
  }
  const trigger = cloneElement(children, {
    ref: setAnchor,
    onClick: () => change(!open),
    'aria-haspopup': 'menu',
    'aria-expanded': open,
  })
  return (
    <>
      {trigger}
      <MenuList
        open={open}
        onClose={() => change(false)}
        anchor={anchor}
        label={label}
        entries={typeof entries === 'function' ? (open ? entries() : []) : entries}
        placement={placement}
        {...(width && { width })}
      />
    </>
  )
}

type ListProps = {
  open: boolean
  onClose: () => void
  anchor: Parameters<typeof Popover>[0]['anchor']
  label: string
  entries: MenuEntry[]
  placement?: Placement
  width?: number
}

/** The open list alone, for menus that open at a point or by a key. */
export const MenuList = ({ open, onClose, anchor, label, entries, placement = 'bottom-start', width }: ListProps) => {
  /** Tab goes on from what opened the menu. */
  const leave = () => {
    if (anchor instanceof HTMLElement) anchor.focus({ preventScroll: true })
    onClose()
  }
  return (
    <Popover
      open={open}
      onClose={onClose}
      anchor={anchor}
      label={label}
      role="menu"
      placement={placement}
      className={css['menu'] ?? ''}
      {...(width && { width })}
    >
      <div onKeyDown={(event) => (event.key === 'Tab' ? leave() : moveFocus(event))} role="presentation">
        {entries.map((entry, index) => (
          <Entry key={entry === 'divider' || 'heading' in entry ? index : entry.key} entry={entry} onClose={onClose} />
        ))}
      </div>
    </Popover>
  )
}

const Entry = ({ entry, onClose }: { entry: MenuEntry; onClose: () => void }) => {
  if (entry === 'divider') return <div role="separator" className={css['divider']} />
  if ('heading' in entry) return <div className={css['heading']}>{entry.heading}</div>
  const { label, icon, hint, onSelect, to, href, danger, disabled, reason, checked } = entry
  const inside = (
    <>
      {icon && <span className={css['icon']}>{icon}</span>}
      <span className={css['label']}>{label}</span>
      {hint && <span className={css['hint']}>{hint}</span>}
      {checked && <Check aria-hidden />}
    </>
  )
  const shared = {
    role: checked === undefined ? 'menuitem' : 'menuitemradio',
    'aria-checked': checked,
    className: cx(css['entry'], danger && css['danger'], disabled && css['disabled']),
    title: reason,
    tabIndex: -1,
  }
  const select = () => {
    if (disabled) return
    onClose()
    onSelect?.()
  }
  if (to && !disabled)
    return (
      <Link {...shared} to={to} onClick={select}>
        {inside}
      </Link>
    )
  if (href && !disabled)
    return (
      <a {...shared} href={href} onClick={select}>
        {inside}
      </a>
    )
  return (
    <button type="button" {...shared} aria-disabled={disabled} onClick={select}>
      {inside}
    </button>
  )
}

const moveFocus = (event: React.KeyboardEvent<HTMLElement>) => {
  const entries = [...event.currentTarget.querySelectorAll<HTMLElement>('[role^=menuitem]')]
  const at = entries.indexOf(document.activeElement as HTMLElement)
  const last = entries.length - 1
  const steps: Record<string, number> = { ArrowDown: at === last ? 0 : at + 1, ArrowUp: at <= 0 ? last : at - 1, Home: 0, End: last }
  const next = steps[event.key] ?? (/^\S$/.test(event.key) && !event.metaKey && !event.ctrlKey ? startingWith(entries, at, event.key) : -1)
  if (next < 0) return
  event.preventDefault()
  event.stopPropagation()
  entries[next]?.focus()
}

const startingWith = (entries: HTMLElement[], at: number, letter: string) => {
  const order = [...entries.slice(at + 1), ...entries.slice(0, at + 1)]
  const found = order.find((entry) => entry.textContent?.trim().toLowerCase().startsWith(letter.toLowerCase()))
  return found ? entries.indexOf(found) : -1
}
