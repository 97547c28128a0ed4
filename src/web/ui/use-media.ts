import { useCallback, useSyncExternalStore } from 'react'

/** Whether a media query holds now. */
export const useMedia = (query: string): boolean =>
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

/** Whether the page is as narrow as a phone. */
export const useNarrow = (): boolean => useMedia('(max-width: 719px)')
