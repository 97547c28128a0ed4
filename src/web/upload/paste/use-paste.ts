import { useEffect, useRef } from 'react'
import { loadCode, reportLoadFault } from '../../lazy/load-fault.ts'
import { isTyping } from '../../ui/keys/use-keys.ts'

/** Handles tables and files pasted while no field has the focus. `canPaste` is called at each paste. */
export const usePaste = (canPaste: () => boolean, take: (files: File[]) => void): void => {
  const latest = useRef({ canPaste, take })
  useEffect(() => {
    latest.current = { canPaste, take }
  })
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => {
      const { clipboardData } = event
      if (event.defaultPrevented || !clipboardData || isTyping(event.target) || !latest.current.canPaste()) return
      event.preventDefault()
      // The clipboard can be read during the event only.
      const pasted = { files: [...clipboardData.files], text: clipboardData.getData('text/plain') }
      loadCode(() => import('./paste-table.ts')).then(({ handlePaste }) => handlePaste(pasted, latest.current.take), reportLoadFault)
    }
    document.addEventListener('paste', onPaste)
    return () => document.removeEventListener('paste', onPaste)
  }, [])
}
