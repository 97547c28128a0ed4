import { useCallback, useSyncExternalStore } from 'react'
import { breakpoints } from '#core/theme/tokens.ts'

const useMediaQuery = (query: string): boolean =>
  useSyncExternalStore(
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

/** Whether the window is at most as wide as a breakpoint. */
export const useMedia = (breakpoint: keyof typeof breakpoints): boolean => useMediaQuery(`(max-width: ${breakpoints[breakpoint]}px)`)

export const useNarrow = (): boolean => useMedia('phone')

/** Whether the person asked the system for less motion. */
export const useReducedMotion = (): boolean => useMediaQuery('(prefers-reduced-motion: reduce)')
