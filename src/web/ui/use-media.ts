import { useCallback, useSyncExternalStore } from 'react'
import { breakpoints } from '#core/theme/tokens.ts'

/** Whether the window is at most as wide as a breakpoint. */
export const useMedia = (breakpoint: keyof typeof breakpoints): boolean => {
  const query = `(max-width: ${breakpoints[breakpoint]}px)`
  return useSyncExternalStore(
    useCallback(
      (listener: () => void) => {
        const media = window.matchMedia(query)
        media.addEventListener('change', listener)
        return () => media.removeEventListener('change', listener)
      },
      [query],
    ),
    () => window.matchMedia(query).matches,
  )
}

export const useNarrow = (): boolean => useMedia('phone')
