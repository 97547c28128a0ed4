import { useState, useSyncExternalStore } from 'react'
import { usePaneSize } from '../../../ui/Splitter.tsx'
import { useMedia } from '../../../ui/use-media.ts'

/** In windows up to laptop width the chart gets at least this share of the width. */
const minPictureShare = 0.6
const borderPx = 1

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
  /** The window is narrow: the data pane is a rail that opens over the chart. */
  isTight: boolean
  isDataOpen: boolean
  openData: (open: boolean) => void
  data: { size: number; resize: (size: number) => void; bounds: typeof dataBounds }
  controls: { size: number; resize: (size: number) => void; bounds: typeof controlBounds }
}

/** Which panes are open and how wide they are. A wide window remembers; a narrow one starts with the rail. */
export const usePanes = (): Panes => {
  const isTight = useMedia('laptop')
  const width = useWindowWidth()
  const [isOpenWhenWide, setKept] = useState(() => localStorage.getItem(storageKey) !== 'closed')
  const [isFloating, setFloats] = useState(false)
  const [dataSize, resizeData] = usePaneSize('explore.data', dataBounds)
  const [controlSize, resizeControls] = usePaneSize('explore.controls', controlBounds)
  const maxControlWidth = Math.floor((1 - minPictureShare) * width) - railWidth - 2 * borderPx
  const bounds = isTight
    ? { ...controlBounds, min: Math.min(controlBounds.min, maxControlWidth), max: Math.min(controlBounds.max, maxControlWidth) }
    : controlBounds
  return {
    isTight,
    isDataOpen: isTight ? isFloating : isOpenWhenWide,
    openData: (open) => {
      if (isTight) return setFloats(open)
      localStorage.setItem(storageKey, open ? 'open' : 'closed')
      setKept(open)
    },
    data: { size: dataSize, resize: resizeData, bounds: dataBounds },
    controls: { size: Math.min(controlSize, bounds.max), resize: resizeControls, bounds },
  }
}
