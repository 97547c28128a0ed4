import { useEffect, useRef } from 'react'

/**
 * What floats closes from the top: Escape and a press outside reach only the layer opened last.
 * A press inside a layer that a lower layer opened is not outside of the lower one.
 */
type Layer = { close: () => void; contains: (target: Node) => boolean; closeOnPress: boolean }

const layers: Layer[] = []

/** Popups of other libraries, which open in the body. */
const foreign = '.cm-tooltip, [data-layer-friend]'

const onKey = (event: KeyboardEvent) => {
  if (event.key !== 'Escape' || event.defaultPrevented) return
  const top = layers.at(-1)
  if (!top) return
  event.preventDefault()
  event.stopPropagation()
  top.close()
}

const onPress = (event: PointerEvent) => {
  const target = event.target as Element
  if (target.closest?.(foreign)) return
  for (const layer of layers.toReversed()) {
    if (layer.contains(target) || !layer.closeOnPress) return
    layer.close()
  }
}

const start = () => {
  document.addEventListener('keydown', onKey)
  document.addEventListener('pointerdown', onPress, true)
}
const stop = () => {
  document.removeEventListener('keydown', onKey)
  document.removeEventListener('pointerdown', onPress, true)
}

export const isLayerOpen = () => layers.length > 0

/** Registers an open floating thing. `contains` says whether a pressed element belongs to it (its anchor too). */
export const useLayer = (open: boolean, layer: Layer) => {
  const latest = useRef(layer)
  useEffect(() => {
    latest.current = layer
  })
  useEffect(() => {
    if (!open) return
    const entry: Layer = {
      close: () => latest.current.close(),
      contains: (target) => latest.current.contains(target),
      get closeOnPress() {
        return latest.current.closeOnPress
      },
    }
    if (layers.length === 0) start()
    layers.push(entry)
    return () => {
      layers.splice(layers.indexOf(entry), 1)
      if (layers.length === 0) stop()
    }
  }, [open])
}
