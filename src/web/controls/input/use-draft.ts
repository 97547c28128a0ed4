import { useEffect, useRef, useState } from 'react'

/** What is typed now, sent on after a rest of `wait` ms, when the field is left, or on Enter. A value from outside replaces it. */
export const useDraft = (value: string, send: (text: string) => void, wait = 250) => {
  const [draft, setDraft] = useState(value)
  const sent = useRef(value)
  const latest = useRef(send)
  useEffect(() => {
    latest.current = send
  })
  useEffect(() => {
    if (value === sent.current) return
    sent.current = value
    setDraft(value)
  }, [value])
  const flush = (text: string) => {
    if (text === sent.current) return
    sent.current = text
    latest.current(text)
  }
  useEffect(() => {
    if (draft === sent.current) return
    const timer = setTimeout(() => flush(draft), wait)
    return () => clearTimeout(timer)
  })
  return {
    value: draft,
    onValue: setDraft,
    onBlur: () => flush(draft),
    onKeyDown: (event: { key: string }) => event.key === 'Enter' && flush(draft),
  }
}
