import { useEffect, useRef, useState } from 'react'

const [openDelayMs, closeDelayMs] = [450, 150]

/** What the pointer has rested on; null some time after it left, so that it can move onto what was opened. */
export const useHovered = <T>() => {
  const [hovered, setHovered] = useState<T | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const hover = (next: T | null) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setHovered(next), next === null ? closeDelayMs : openDelayMs)
  }
  const close = () => {
    clearTimeout(timer.current)
    setHovered(null)
  }
  return { hovered, hover, stay: () => clearTimeout(timer.current), close }
}
