import { useEffect, useRef } from 'react'
import { create } from 'zustand'
import type * as overlayParts from './open/parts.ts'

type Parts = typeof overlayParts

/** How the page loads code, and what it says where code does not come. */
type Loader = { load: <T>(load: () => Promise<T>) => Promise<T>; onFault: (fault: unknown) => void }

const useParts = create<{ parts: Parts | null }>(() => ({ parts: null }))
let loader: Loader = {
  load: (load) => load(),
  onFault: (fault) => {
    throw fault
  },
}

/** Loads what opens: 60 KB gzip of react-aria that no page needs before somebody opens something. */
export const loadOverlayParts = async () => {
  if (useParts.getState().parts) return
  const parts = await loader.load(() => import('./open/parts.ts'))
  useParts.setState({ parts })
}

const firstSigns = ['pointermove', 'pointerdown', 'keydown'] as const

/** Loads what opens at the first sign of a person, so that it is there when something opens. */
export const startOverlays = (given: Loader) => {
  loader = given
  const onSign = () => {
    for (const sign of firstSigns) document.removeEventListener(sign, onSign, true)
    loadOverlayParts().catch(() => undefined)
  }
  for (const sign of firstSigns) document.addEventListener(sign, onSign, true)
}

/** The parts once something is open and their code is there. What cannot be drawn is closed, so that opening it again tries again. */
export const useOverlayParts = (open: boolean, onClose: () => void): Parts | null => {
  const parts = useParts((state) => state.parts)
  const close = useRef(onClose)
  useEffect(() => {
    close.current = onClose
  })
  const isWaiting = open && !parts
  useEffect(() => {
    if (!isWaiting) return
    let left = false
    loadOverlayParts().catch((fault: unknown) => {
      if (left) return
      close.current()
      loader.onFault(fault)
    })
    return () => {
      left = true
    }
  }, [isWaiting])
  return open ? parts : null
}
