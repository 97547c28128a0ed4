import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

/** The page counts as loaded after this time without requests. */
const idleMs = 5000

/** Follows changes made elsewhere, once the page has loaded. Browsers without shared workers rely on `staleTime` alone. */
export const useChanges = (isLoggedIn: boolean) => {
  const client = useQueryClient()
  useEffect(() => {
    if (!isLoggedIn || typeof SharedWorker === 'undefined') return
    let isUnmounted = false
    let stop: (() => void) | undefined
    const follow = async () => {
      const { followChanges } = await import('./changes.ts')
      if (!isUnmounted) stop = followChanges(client)
    }
    const followOnceIdle = () => {
      clearTimeout(timer)
      timer = setTimeout(() => {
        if (client.isFetching() > 0) return followOnceIdle()
        unsubscribe()
        void follow().catch(() => undefined)
      }, idleMs)
    }
    let timer: ReturnType<typeof setTimeout> | undefined
    const unsubscribe = client.getQueryCache().subscribe(followOnceIdle)
    followOnceIdle()
    return () => {
      isUnmounted = true
      clearTimeout(timer)
      unsubscribe()
      stop?.()
    }
  }, [client, isLoggedIn])
}
