import { useEffect, useRef } from 'react'
import { loadCode, reportLoadFault } from '../../lazy/load-fault.ts'
import { isTyping } from '../../ui/keys/use-keys.ts'

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
      // The clipboard is open during the event only.
      const pasted = { files: [...clipboardData.files], text: clipboardData.getData('text/plain') }
      loadCode(() => import('./paste-table.ts')).then(({ takePasted }) => takePasted(pasted, latest.current.take), reportLoadFault)
    }
    document.addEventListener('paste', onPaste)
    return () => document.removeEventListener('paste', onPaste)
  }, [])
}
