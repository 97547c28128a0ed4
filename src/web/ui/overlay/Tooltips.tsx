import { useEffect, useState } from 'react'
import { useOverlayParts } from './parts.ts'

type Shown = { text: string; target: Element }

const delayMs = 400
/** The description of a field is shown when the focus rests in it for so long. */
const descriptionDelayMs = 1000
const targetOf = (event: Event) => (event.target instanceof Element ? event.target.closest('[data-tip]') : null)

/** The label with the description of the field that an event is in. */
const labelOf = (event: Event) =>
  event.target instanceof Element ? (event.target.closest('[data-described]')?.querySelector('[data-tip]') ?? null) : null

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
      if (!(event.target instanceof Element) || !event.target.matches(':focus-visible')) return
      const [target, label] = [targetOf(event), labelOf(event)]
      if (target?.matches(':focus-visible')) show(target)
      else if (label) timer = setTimeout(() => show(label), descriptionDelayMs)
    }
    let isTouch = false
    const press = (event: PointerEvent) => {
      hide()
      isTouch = event.pointerType === 'touch'
    }
    /** Touch has no hover: a tap on a label shows its description, unless a tap toggles the control. */
    const tap = (event: MouseEvent) => {
      const target = targetOf(event)
      if (isTouch && target && target === labelOf(event) && !target.querySelector('input')) show(target)
    }
    document.addEventListener('pointerover', over)
    document.addEventListener('pointerdown', press)
    document.addEventListener('click', tap)
    document.addEventListener('focusin', focus)
    document.addEventListener('focusout', hide)
    document.addEventListener('keydown', hide)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('pointerover', over)
      document.removeEventListener('pointerdown', press)
      document.removeEventListener('click', tap)
      document.removeEventListener('focusin', focus)
      document.removeEventListener('focusout', hide)
      document.removeEventListener('keydown', hide)
    }
  }, [])

  const parts = useOverlayParts(shown !== null, () => setShown(null))
  return shown?.target.isConnected && parts ? <parts.Tip key={shown.text} {...shown} /> : null
}
