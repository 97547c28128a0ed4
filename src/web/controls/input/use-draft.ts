import { useEffect, useRef, useState } from 'react'

type Options<T> = {
  /** ms without typing after which the draft is sent; 250 by default. */
  wait?: number
  isSame?: (a: T, b: T) => boolean
}

/** What is typed now, sent after a rest, when the field is left, or on Enter. Another value from outside replaces it. */
export const useDraft = <T = string>(value: T, send: (draft: T) => void, { wait = 250, isSame = Object.is }: Options<T> = {}) => {
  const [draft, setDraft] = useState(value)
  const sent = useRef(value)
  const latest = useRef(send)
  const same = useRef(isSame)
  useEffect(() => {
    latest.current = send
    same.current = isSame
  })
  useEffect(() => {
    if (same.current(value, sent.current)) return
    sent.current = value
    setDraft(value)
  }, [value])
  const flush = (next: T) => {
    if (isSame(next, sent.current)) return
    sent.current = next
    latest.current(next)
  }
  useEffect(() => {
    if (isSame(draft, sent.current)) return
    const timer = setTimeout(() => flush(draft), wait)
    return () => clearTimeout(timer)
  })
  return {
    value: draft,
    onValue: (next: T) => setDraft(next),
    onBlur: () => flush(draft),
    onKeyDown: (event: { key: string }) => event.key === 'Enter' && flush(draft),
  }
}
