import { useEffect, useState } from 'react'

/** Seconds since a time in epoch ms, with one decimal; updates while it is set. */
export const useElapsed = (since: number | null): number => {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (since === null) return
    const timer = setInterval(() => setNow(Date.now()), 100)
    return () => clearInterval(timer)
  }, [since])
  return since === null ? 0 : Math.max(0, Math.floor((now - since) / 100) / 10)
}
