import { useState, type KeyboardEvent } from 'react'

/** The state of a button that opens a menu, and its props. For menus whose list is loaded when it first opens. */
export const useMenuTrigger = () => {
  const [isOpen, setOpen] = useState(false)
  const [wasOpened, setWasOpened] = useState(false)
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const change = (open: boolean) => {
    setOpen(open)
    if (open) setWasOpened(true)
  }
  return {
    isOpen,
    wasOpened,
    anchor,
    close: () => change(false),
    /** Its list could not be loaded. */
    lose: () => {
      setOpen(false)
      setWasOpened(false)
    },
    trigger: {
      ref: setAnchor,
      'aria-haspopup': 'menu' as const,
      'aria-expanded': isOpen,
      onClick: () => change(!isOpen),
      onKeyDown: (event: KeyboardEvent) => {
        if (event.key !== 'ArrowDown') return
        event.preventDefault()
        change(true)
      },
    },
  }
}
