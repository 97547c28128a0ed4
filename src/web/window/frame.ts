import { useEffect } from 'react'
import { create } from 'zustand'

/** How the shell stands around the present page. */
export const useFrame = create<{ bare: boolean; ownBarOnPhone: boolean }>(() => ({ bare: false, ownBarOnPhone: false }))

/** For pages that bring their own head below 720 px. */
export const useOwnBarOnPhone = () => {
  useEffect(() => {
    useFrame.setState({ ownBarOnPhone: true })
    return () => useFrame.setState({ ownBarOnPhone: false })
  }, [])
}

/** Hides the bar: standalone pages, full-size charts. */
export const useBare = (bare: boolean) => {
  useEffect(() => {
    useFrame.setState({ bare })
    return () => useFrame.setState({ bare: false })
  }, [bare])
}
