import { useEffect, useState, type RefObject } from 'react'
import { loadCode, reportLoadFault } from '../../lazy/load-fault.ts'
import type { Brush, Listening } from './brush.ts'

/**
 * Lets people select a span of the time axis of the chart in an element. Its code is loaded when it is wanted, because a pointer or the
 * focus comes, or when a span is chosen already.
 */
export const useBrush = (
  box: RefObject<HTMLElement | null>,
  isEnabled: boolean,
  { chosen, chart, handlers, bandClass }: Brush & { chosen: unknown },
) => {
  const [isWanted, setWanted] = useState(false)
  const [listening, setListening] = useState<Listening>()
  const isActive = isEnabled && (isWanted || Boolean(chosen))
  useEffect(() => {
    if (!isActive) return
    let started: Listening | undefined
    let isGone = false
    loadCode(() => import('./brush.ts')).then(({ listenToBrush }) => {
      if (!isGone && box.current) setListening((started = listenToBrush(box.current, { chart, handlers, bandClass })))
    }, reportLoadFault)
    return () => {
      isGone = true
      started?.stop()
      setListening(undefined)
    }
  }, [box, isActive, chart, handlers, bandClass])
  useEffect(() => listening?.show(chosen), [listening, chosen])
  return { isListening: listening !== undefined, want: () => setWanted(true) }
}
