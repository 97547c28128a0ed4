import { useLayoutEffect, useState } from 'react'
import type { RefObject } from 'react'

const isNear = (element: Element, margin: number): boolean => {
  const { top, bottom } = element.getBoundingClientRect()
  return bottom > -margin && top < window.innerHeight + margin
}

/** Becomes true, and stays true, once the element is near the viewport; before the first paint if it already is. */
export const useNearViewport = (element: RefObject<Element | null>, margin = 400): boolean => {
  const [near, setNear] = useState(() => typeof IntersectionObserver === 'undefined')
  useLayoutEffect(() => {
    const target = element.current
    if (near || !target) return
    const check = () => {
      if (isNear(target, margin)) setNear(true)
    }
    check()
    const observer = new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && setNear(true), {
      rootMargin: `${margin}px`,
    })
    observer.observe(target)
    return () => observer.disconnect()
  }, [element, near, margin])
  return near
}
