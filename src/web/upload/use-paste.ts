import { useEffect, useRef } from 'react'
import { isTyping } from '../ui/use-keys.ts'
import { takePasted } from './paste-table.ts'

/** Takes tables and files that are pasted while no field has the focus. `accepts` is asked at each paste. */
export const usePaste = (accepts: () => boolean, take: (files: File[]) => void): void => {
  const latest = useRef({ accepts, take })
  useEffect(() => {
    latest.current = { accepts, take }
  })
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => {
      const { clipboardData } = event
      if (event.defaultPrevented || !clipboardData || isTyping(event.target) || !latest.current.accepts()) return
      event.preventDefault()
      takePasted({ files: [...clipboardData.files], text: clipboardData.getData('text/plain') }, latest.current.take)
    }
    document.addEventListener('paste', onPaste)
    return () => document.removeEventListener('paste', onPaste)
  }, [])
}
