import { useEffect, useState } from 'react'

/** Draws again every half minute, for words like “2 minutes ago”. */
export const useMinute = () => {
  const [, tick] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => tick((count) => count + 1), 30_000)
    return () => clearInterval(timer)
  }, [])
}
