import { useCallback, useSyncExternalStore } from 'react'
import { breakpoints } from '#core/theme/tokens.ts'

const useMediaQuery = (query: string): boolean =>
  useSyncExternalStore(
    useCallback(
      (listener: () => void) => {
        const media = window.matchMedia(query)
        // On paper, which is of another width, the page is laid out by its stylesheets alone.
        const change = () => window.matchMedia('print').matches || listener()
        media.addEventListener('change', change)
        return () => media.removeEventListener('change', change)
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
