import { useEffect, useState } from 'react'
import { useOverlayParts } from './parts.ts'

type Shown = { text: string; target: Element }

const delayMs = 400
const targetOf = (event: Event) => (event.target instanceof Element ? event.target.closest('[data-tip]') : null)

/** Renders all tooltips; once per page. */
export const Tooltips = () => {
  const [shown, setShown] = useState<Shown | null>(null)

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let hovered: Element | null = null
    const show = (target: Element) => setShown({ target, text: target.getAttribute('data-tip') ?? '' })
    const hide = () => {
      clearTimeout(timer)
      setShown(null)
    }
    const over = (event: PointerEvent) => {
      const target = targetOf(event)
      if (target === hovered) return
      hovered = target
      hide()
      if (target && event.pointerType !== 'touch') timer = setTimeout(() => show(target), delayMs)
    }
    const focus = (event: FocusEvent) => {
      const target = targetOf(event)
      if (target?.matches(':focus-visible')) show(target)
    }
    document.addEventListener('pointerover', over)
    document.addEventListener('pointerdown', hide)
    document.addEventListener('focusin', focus)
    document.addEventListener('focusout', hide)
    document.addEventListener('keydown', hide)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('pointerover', over)
      document.removeEventListener('pointerdown', hide)
      document.removeEventListener('focusin', focus)
      document.removeEventListener('focusout', hide)
      document.removeEventListener('keydown', hide)
    }
  }, [])

  const parts = useOverlayParts(shown !== null, () => setShown(null))
  return shown?.target.isConnected && parts ? <parts.Tip key={shown.text} {...shown} /> : null
}
