import { create } from 'zustand'

type Overlays = {
  palette: boolean
  keys: boolean
  /** Files to upload; an empty list opens the dialog that asks for them. */
  upload: File[] | null
  /** The engine of the database to connect; '' lets the user choose. */
  connect: string | null
}

export const closedOverlays: Overlays = { palette: false, keys: false, upload: null, connect: null }

/** Overlays that can be opened from any page. */
export const useOverlays = create<Overlays>(() => closedOverlays)

export const openPalette = () => useOverlays.setState({ palette: true })
export const openUpload = (files: File[] = []) => useOverlays.setState({ upload: files })
export const openConnect = (engine = '') => useOverlays.setState({ connect: engine })
