import { useEffect, useRef, useState, type RefObject } from 'react'
import { loadCode, reportLoadFault } from '../../lazy/load-fault.ts'
import type { Brush, Listening } from './brush.ts'

/**
 * Lets people select a span of the time axis of the chart in an element. Its code is loaded when it is wanted, because a pointer or the
 * focus comes, or when a span is chosen already.
 */
export const useBrush = (box: RefObject<HTMLElement | null>, isEnabled: boolean, brush: Brush) => {
  const [isWanted, setWanted] = useState(false)
  const [listening, setListening] = useState<Listening>()
  const latest = useRef(brush)
  useEffect(() => {
    latest.current = brush
  })
  const isActive = isEnabled && (isWanted || Boolean(brush.chosen))
  useEffect(() => {
    if (!isActive) return
    let started: Listening | undefined
    let isGone = false
    loadCode(() => import('./brush.ts')).then(({ listenToBrush }) => {
      if (!isGone && box.current) setListening((started = listenToBrush(box.current, latest)))
    }, reportLoadFault)
    return () => {
      isGone = true
      started?.stop()
      setListening(undefined)
    }
  }, [box, isActive])
  useEffect(() => listening?.show(brush.chosen), [listening, brush.chosen])
  return { isListening: listening !== undefined, want: () => setWanted(true) }
}
