import { useState } from 'react'
import type { ComponentProps, ReactNode } from 'react'
import { editorPopover } from '../editors.ts'
import { Pill } from './Pill.tsx'

type Props<T> = Omit<ComponentProps<typeof Pill>, 'pillRef' | 'open' | 'onOpen'> & {
  value: T
  open: boolean
  onOpen: (open: boolean) => void
  /** Gets the value from before the editor was opened. */
  onCancel: (before: T) => void
  /** Name of the editor, and px that it is likely to need. */
  label: string
  height: number
  width?: number | undefined
  /** The editor's code is there. */
  isReady: boolean
  renderEditor: (cancel: () => void) => ReactNode
}

/** A pill whose editor opens below it. */
export const EditedPill = <T,>({ value, open, onOpen, onCancel, label, height, width, isReady, renderEditor, ...pill }: Props<T>) => {
  const [anchor, setAnchor] = useState<HTMLButtonElement | null>(null)
  const [before, setBefore] = useState(value)
  const cancel = () => onCancel(before)
  return (
    <>
      <Pill
        {...pill}
        pillRef={setAnchor}
        open={open}
        onOpen={() => {
          setBefore(value)
          onOpen(!open)
        }}
      />
      {open && isReady && (
        <editorPopover.Part resizable {...{ anchor, label, height, width }} onDone={() => onOpen(false)} onCancel={cancel}>
          {renderEditor(cancel)}
        </editorPopover.Part>
      )}
    </>
  )
}
