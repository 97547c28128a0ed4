import { create } from 'zustand'

type Overlays = {
  palette: boolean
  keys: boolean
  /** Files to upload; an empty list asks for one. */
  upload: File[] | null
  /** A database to connect: an engine's key, or '' to choose. */
  connect: string | null
}

export const closedOverlays: Overlays = { palette: false, keys: false, upload: null, connect: null }

/** What lies over any page: opened from the bar, the palette, home and lists alike. */
export const useOverlays = create<Overlays>(() => closedOverlays)

export const openPalette = () => useOverlays.setState({ palette: true })
export const openUpload = (files: File[] = []) => useOverlays.setState({ upload: files })
export const openConnect = (engine = '') => useOverlays.setState({ connect: engine })
