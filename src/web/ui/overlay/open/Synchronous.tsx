import { useState, type ReactNode } from 'react'

/**
 * Renders its children in a second, synchronous pass. Effects of such a pass run before the mutation observer of a modal below, which would
 * make the new element inert.
 */
export const Synchronous = ({ children }: { children: ReactNode }) => {
  const [isMounted, setMounted] = useState(false)
  return isMounted ? children : <span hidden ref={() => setMounted(true)} />
}
