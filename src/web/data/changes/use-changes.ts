import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

/** ms of rest after which the page counts as loaded: its own requests go first. */
const restMs = 5000

/** Follows changes that others make, once the page stands. A browser without shared workers asks again as answers grow old. */
export const useChanges = (isKnown: boolean) => {
  const client = useQueryClient()
  useEffect(() => {
    if (!isKnown || typeof SharedWorker === 'undefined') return
    let isGone = false
    let stop: (() => void) | undefined
    const follow = async () => {
      const { followChanges } = await import('./changes.ts')
      if (!isGone) stop = followChanges(client)
    }
    const rest = () => {
      clearTimeout(timer)
      timer = setTimeout(() => {
        if (client.isFetching() > 0) return rest()
        noLongerWatch()
        void follow().catch(() => undefined)
      }, restMs)
    }
    let timer: ReturnType<typeof setTimeout> | undefined
    const noLongerWatch = client.getQueryCache().subscribe(rest)
    rest()
    return () => {
      isGone = true
      clearTimeout(timer)
      noLongerWatch()
      stop?.()
    }
  }, [client, isKnown])
}
