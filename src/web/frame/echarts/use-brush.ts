import { useEffect, useRef, useState, type RefObject } from 'react'
import { loadCode, reportLoadFault } from '../../lazy/load-fault.ts'
import type { Brush } from './brush.ts'

/** Lets people drag across the time axis of the chart in an element. Its code is loaded when a pointer comes; true once it listens. */
export const useBrush = (box: RefObject<HTMLElement | null>, isEnabled: boolean, brush: Brush): boolean => {
  const [isListening, setListening] = useState(false)
  const latest = useRef(brush)
  useEffect(() => {
    latest.current = brush
  })
  useEffect(() => {
    const element = box.current
    if (!element || !isEnabled) return
    let stop = () => {}
    let isGone = false
    const begin = () =>
      loadCode(() => import('./brush.ts')).then(({ listenToBrush }) => {
        if (isGone) return
        const { bandClass } = latest.current
        stop = listenToBrush(element, { chart: () => latest.current.chart(), onSpan: (span) => latest.current.onSpan(span), bandClass })
        setListening(true)
      }, reportLoadFault)
    element.addEventListener('pointerenter', begin, { once: true })
    return () => {
      isGone = true
      element.removeEventListener('pointerenter', begin)
      stop()
      setListening(false)
    }
  }, [box, isEnabled])
  return isListening
}
