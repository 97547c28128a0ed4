import { useEffect, useState } from 'react'

/** Renders again every half minute, for relative times. */
export const useTick = () => {
  const [, tick] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => tick((count) => count + 1), 30_000)
    return () => clearInterval(timer)
  }, [])
}
