import { cloneElement, useState, type KeyboardEvent, type ReactElement, type ReactNode, type Ref } from 'react'
import { useLayer } from './layers.ts'
import { useOverlayParts } from './parts.ts'
import type { Anchor, PopoverProps } from './Popover.tsx'

export type MenuItem = {
  key: string
  label: ReactNode
  icon?: ReactNode
  /** Right-aligned: a shortcut, a note. */
  hint?: ReactNode
  onSelect?: () => void
  /** Navigates to a page instead. */
  to?: string
  /** An external or download link instead. */
  href?: string
  danger?: boolean
  disabled?: boolean
  /** Why it is disabled. */
  reason?: string
  /** Makes it a radio item, shown with a check mark when true. */
  checked?: boolean
  /** Opens these entries in place of the menu's; `label` has to be a text then. */
  entries?: MenuEntry[]
}

export type MenuEntry = 'divider' | MenuItem | { heading: string }

type Trigger = {
  ref?: Ref<HTMLElement>
  onClick?: () => void
  onKeyDown?: (event: KeyboardEvent) => void
  'aria-haspopup'?: 'menu'
  'aria-expanded'?: boolean
}

type Props = {
  label: string
  /** A function is called when the menu opens. */
  entries: MenuEntry[] | (() => MenuEntry[])
  align?: PopoverProps['align']
  width?: number
  onOpenChange?: (open: boolean) => void
  children: ReactElement<Trigger>
}

/** A menu whose trigger is its child; a press opens it, and ArrowDown where it is not in a grid. */
export const Menu = ({ label, entries, align = 'start', width, onOpenChange, children }: Props) => {
  const [open, setOpen] = useState(false)
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const change = (next: boolean) => {
    setOpen(next)
    onOpenChange?.(next)
  }
  const trigger = cloneElement(children, {
    ref: setAnchor,
    onClick: () => change(!open),
    onKeyDown: (event) => {
      children.props.onKeyDown?.(event)
      if (event.key !== 'ArrowDown' || event.defaultPrevented) return
      // Arrows in a grid move among its cells.
      if (event.currentTarget.closest('[role=grid]')) return
      event.preventDefault()
      change(true)
    },
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
        align={align}
        {...(width && { width })}
      />
    </>
  )
}

export type MenuListProps = {
  open: boolean
  onClose: () => void
  anchor: Anchor
  label: string
  entries: MenuEntry[]
  align?: PopoverProps['align']
  width?: number
}

/** The list alone, for menus that open at a point or by a shortcut. */
export const MenuList = (props: MenuListProps) => {
  const parts = useOverlayParts(props.open, props.onClose)
  useLayer(props.open, props.onClose)
  return parts && <parts.OpenMenu {...props} />
}
