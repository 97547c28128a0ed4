import { useEffect, useRef } from 'react'
import { create } from 'zustand'
import { onFirstInteraction } from '../first-interaction.ts'
import type * as overlayParts from './open/parts.ts'

type Parts = typeof overlayParts

/** How the page loads code, and how it reports a failed load. */
type Loader = { load: <T>(load: () => Promise<T>) => Promise<T>; onFault: (fault: unknown) => void }

const useParts = create<{ parts: Parts | null }>(() => ({ parts: null }))
let loader: Loader = {
  load: (load) => load(),
  onFault: (fault) => {
    throw fault
  },
}

/** Loads the overlays: 60 KB gzip of react-aria, not needed until something opens. */
export const loadOverlayParts = async () => {
  if (useParts.getState().parts) return
  const parts = await loader.load(() => import('./open/parts.ts'))
  useParts.setState({ parts })
}

/** Loads the overlays at the first user interaction, so that they are ready when something opens. */
export const startOverlays = (given: Loader) => {
  loader = given
  onFirstInteraction(() => loadOverlayParts().catch(() => undefined))
}

/** The overlay components, once `open` and loaded. If loading fails, the overlay is closed, so that opening it again retries. */
export const useOverlayParts = (open: boolean, onClose: () => void): Parts | null => {
  const parts = useParts((state) => state.parts)
  const close = useRef(onClose)
  useEffect(() => {
    close.current = onClose
  })
  const isWaiting = open && !parts
  useEffect(() => {
    if (!isWaiting) return
    let isCancelled = false
    loadOverlayParts().catch((fault: unknown) => {
      if (isCancelled) return
      close.current()
      loader.onFault(fault)
    })
    return () => {
      isCancelled = true
    }
  }, [isWaiting])
  return open ? parts : null
}
