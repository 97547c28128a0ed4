import { useEffect, useRef } from 'react'

/** Open layers above the page; the last one is on top. */
const layers: { close: () => void }[] = []

/**
 * Escape closes the top layer, wherever the focus is. react-aria's own handling requires focus inside the layer, and would take Escape from
 * a search field or an editor that handles it first.
 */
const onKey = (event: KeyboardEvent) => {
  const top = layers.at(-1)
  if (event.key !== 'Escape' || event.defaultPrevented || !top) return
  event.preventDefault()
  event.stopPropagation()
  top.close()
}

export const isLayerOpen = () => layers.length > 0

/** Registers an open layer that Escape closes. */
export const useLayer = (open: boolean, close: () => void) => {
  const latest = useRef(close)
  useEffect(() => {
    latest.current = close
  })
  useEffect(() => {
    if (!open) return
    const layer = { close: () => latest.current() }
    if (layers.length === 0) document.addEventListener('keydown', onKey)
    layers.push(layer)
    return () => {
      layers.splice(layers.indexOf(layer), 1)
      if (layers.length === 0) document.removeEventListener('keydown', onKey)
    }
  }, [open])
}
