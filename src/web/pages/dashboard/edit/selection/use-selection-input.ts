import { useEffect } from 'react'
import { isTyping } from '../../../../ui/keys/use-keys.ts'
import { useMount } from '../../state/dashboard-context.ts'
import { setSelection, toggleSelected } from './selection.ts'

const controls = 'button, a, textarea, [role=slider], [role=tab], [role=menu], [data-pane]'

/** Shift-click and Space add a component to the selection; a plain click ends it. */
export const useSelectionInput = () => {
  const { store, root } = useMount()
  useEffect(() => {
    const page = root.current
    if (!page) return
    const partUnder = (event: Event): string | null => {
      if (!(event.target instanceof Element) || event.target.closest(controls) || event.target === document.activeElement) return null
      return event.target.closest<HTMLElement>('[data-kind]')?.id || null
    }
    const press = (event: MouseEvent) => {
      // Neither selects text nor moves the focus, which would choose the component instead.
      if (event.shiftKey && partUnder(event)) event.preventDefault()
    }
    const click = (event: MouseEvent) => {
      if (!(event.target instanceof Element) || !event.target.closest('[data-stage]')) return
      const id = event.shiftKey ? partUnder(event) : null
      if (id !== null) {
        event.preventDefault()
        event.stopPropagation()
        toggleSelected(store, id)
      } else if (!event.target.closest(controls)) setSelection(store, [])
    }
    const key = (event: KeyboardEvent) => {
      const { target } = event
      if (event.key !== ' ' || !(target instanceof HTMLElement) || !target.matches('[data-kind]') || isTyping(target)) return
      event.preventDefault()
      event.stopPropagation()
      toggleSelected(store, target.id)
    }
    page.addEventListener('mousedown', press, true)
    page.addEventListener('click', click, true)
    page.addEventListener('keydown', key, true)
    return () => {
      page.removeEventListener('mousedown', press, true)
      page.removeEventListener('click', click, true)
      page.removeEventListener('keydown', key, true)
      setSelection(store, [])
    }
  }, [store, root])
}
