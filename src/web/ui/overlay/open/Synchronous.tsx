import { useState, type ReactNode } from 'react'

/**
 * Draws its children in a second pass, which React makes synchronously. Effects of such a pass run at once: before the modal below notices
 * that something appeared outside of it, and makes it inert.
 */
export const Synchronous = ({ children }: { children: ReactNode }) => {
  const [isMounted, setMounted] = useState(false)
  return isMounted ? children : <span hidden ref={() => setMounted(true)} />
}
