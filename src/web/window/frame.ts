import { useEffect } from 'react'
import { create } from 'zustand'

/** How the shell frames the current page. */
export const useShellLayout = create<{ isBare: boolean; hidesBarOnPhone: boolean }>(() => ({ isBare: false, hidesBarOnPhone: false }))

/** For pages that have their own header on phones. */
export const useHideBarOnPhone = () => {
  useEffect(() => {
    useShellLayout.setState({ hidesBarOnPhone: true })
    return () => useShellLayout.setState({ hidesBarOnPhone: false })
  }, [])
}

/** Hides the top bar, for standalone pages and full-size charts. */
export const useHideBar = (isBare: boolean) => {
  useEffect(() => {
    useShellLayout.setState({ isBare })
    return () => useShellLayout.setState({ isBare: false })
  }, [isBare])
}
