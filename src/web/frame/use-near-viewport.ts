import { useEffect, useState } from 'react'
import type { RefObject } from 'react'

/** True once the element has come near the viewport; stays true. */
export const useNearViewport = (element: RefObject<Element | null>, margin = 400): boolean => {
  const [near, setNear] = useState(() => typeof IntersectionObserver === 'undefined')
  useEffect(() => {
    const target = element.current
    if (near || !target) return
    const observer = new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && setNear(true), {
      rootMargin: `${margin}px`,
    })
    observer.observe(target)
    return () => observer.disconnect()
  }, [element, near, margin])
  return near
}
