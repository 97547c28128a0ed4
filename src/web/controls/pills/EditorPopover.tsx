import { useEffect, useLayoutEffect, useState } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'
import { cx } from '../../ui/cx.ts'
import { Popover } from '../../ui/overlay/Popover.tsx'
import css from './Pills.module.css'
import { ResizeHandle } from './ResizeHandle.tsx'
import type { BoxSize } from './ResizeHandle.tsx'

type Props = {
  anchor: HTMLElement | null
  label: string
  /** px that it is likely to need: the pane scrolls its pill up to make room. */
  height: number
  width?: number | undefined
  align?: 'start' | 'end'
  /** A corner can be dragged. */
  resizable?: boolean
  /** A press outside keeps what was edited. */
  onDone: () => void
  /** Escape takes it back. */
  onCancel: () => void
  children: ReactNode
}

const gap = 4

/** Scrolls the pill up until the editor fits below it, with room lent at the end of the pane. */
const makeRoom = (anchor: HTMLElement, height: number) => {
  const scroller = anchor.closest<HTMLElement>('[data-scroller]')
  if (!scroller) return
  const lacking = anchor.getBoundingClientRect().bottom + gap + height + 8 - window.innerHeight
  const most = anchor.getBoundingClientRect().top - scroller.getBoundingClientRect().top - 8
  const wanted = Math.min(lacking, Math.max(0, most))
  if (wanted <= 0) return
  const target = scroller.scrollTop + wanted
  const end = (scroller.lastElementChild?.getBoundingClientRect().bottom ?? 0) - scroller.getBoundingClientRect().top + scroller.scrollTop
  scroller.style.paddingBottom = `${Math.max(0, target + scroller.clientHeight - end)}px`
  scroller.scrollTop = target
}

const giveBack = (anchor: HTMLElement) => {
  const scroller = anchor.closest<HTMLElement>('[data-scroller]')
  if (scroller) scroller.style.paddingBottom = ''
}

/** An editor under its pill. On a phone it is a sheet at the bottom. */
export const EditorPopover = (props: Props) => {
  const { anchor, label, height, width = 544, align = 'end', resizable = false, onDone, onCancel, children } = props
  const [box, setBox] = useState<HTMLElement | null>(null)
  const [size, setSize] = useState<BoxSize | null>(null)
  useLayoutEffect(() => {
    if (!anchor) return
    makeRoom(anchor, height)
    return () => giveBack(anchor)
  }, [anchor, height])
  useEffect(() => {
    if (!anchor || !box || typeof ResizeObserver === 'undefined') return
    // Another tab of the editor may need more than was expected.
    const observer = new ResizeObserver(() => makeRoom(anchor, box.offsetHeight))
    observer.observe(box)
    return () => observer.disconnect()
  }, [anchor, box])
  const onKey = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== 'Escape' || event.defaultPrevented || !event.currentTarget.contains(event.target as Node)) return
    event.preventDefault()
    event.stopPropagation()
    onCancel()
  }
  return (
    <Popover
      open
      onClose={onDone}
      anchor={anchor}
      label={label}
      align={align}
      gap={gap}
      width={size?.width ?? width}
      className={css['editorBox'] ?? ''}
    >
      <div
        ref={setBox}
        className={cx(css['editor'], size && css['sized'])}
        style={size ? { height: size.height } : undefined}
        onKeyDown={onKey}
        role="presentation"
      >
        {children}
        {resizable && box && <ResizeHandle box={box} corner={align === 'end' ? 'left' : 'right'} onSize={setSize} />}
      </div>
    </Popover>
  )
}
