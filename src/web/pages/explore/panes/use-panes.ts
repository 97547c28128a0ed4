import { useState, useSyncExternalStore } from 'react'
import { usePaneSize } from '../../../ui/Splitter.tsx'
import { useMedia } from '../../../ui/use-media.ts'

/** Up to the width of a laptop the data pane folds up, and what stands beside the picture shares the rest. */
const pictureShare = 0.6
const line = 1

export const railWidth = 40

const dataBounds = { initial: 240, min: 180, max: 420 }
const controlBounds = { initial: 320, min: 280, max: 520 }

const subscribe = (listener: () => void) => {
  window.addEventListener('resize', listener)
  return () => window.removeEventListener('resize', listener)
}
const useWindowWidth = () => useSyncExternalStore(subscribe, () => window.innerWidth)

const storageKey = 'chartroom.explore.data'

export type Panes = {
  /** The data pane is a rail, and opens over the picture instead of beside it. */
  isTight: boolean
  isDataOpen: boolean
  openData: (open: boolean) => void
  data: { size: number; resize: (size: number) => void; bounds: typeof dataBounds }
  controls: { size: number; resize: (size: number) => void; bounds: typeof controlBounds }
}

/** Which panes stand beside the picture and how wide. A wide window remembers; a tight one begins with the rail. */
export const usePanes = (): Panes => {
  const isTight = useMedia('laptop')
  const width = useWindowWidth()
  const [isKept, setKept] = useState(() => localStorage.getItem(storageKey) !== 'closed')
  const [floats, setFloats] = useState(false)
  const [dataSize, resizeData] = usePaneSize('explore.data', dataBounds)
  const [controlSize, resizeControls] = usePaneSize('explore.controls', controlBounds)
  const most = Math.floor((1 - pictureShare) * width) - railWidth - 2 * line
  const bounds = isTight
    ? { ...controlBounds, min: Math.min(controlBounds.min, most), max: Math.min(controlBounds.max, most) }
    : controlBounds
  return {
    isTight,
    isDataOpen: isTight ? floats : isKept,
    openData: (open) => {
      if (isTight) return setFloats(open)
      localStorage.setItem(storageKey, open ? 'open' : 'closed')
      setKept(open)
    },
    data: { size: dataSize, resize: resizeData, bounds: dataBounds },
    controls: { size: Math.min(controlSize, bounds.max), resize: resizeControls, bounds },
  }
}
