import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useLocation, useNavigate, useNavigation, useNavigationType, useSearchParams } from 'react-router'
import { isObject } from '#core/query/read.ts'
import { usePageTitle } from '../../../window/use-page-title.ts'
import { withParams } from '../data/address.ts'
import type { Host } from './host.ts'
import { readOpenTabs } from './open-tabs.ts'

/** The host of a dashboard with its own page: uses the browser's URL, history and title. */
export const usePageHost = (): Host => {
  const [search] = useSearchParams()
  const location = useLocation()
  const { hash, pathname } = location
  const isReached = useNavigationType() === 'POP'
  const { location: next } = useNavigation()
  /** With changes that the router has not shown yet. */
  const latest = useRef({ search, hash, openTabs: readOpenTabs(location.state) })
  /** Moves that wait until the page is drawn for their URL, which is a while after the router is there. */
  const moves = useRef<(() => void)[]>([])
  // Before the effects of the parts within, which may change the URL that they were just drawn for.
  useLayoutEffect(() => {
    latest.current = { search, hash: location.hash, openTabs: readOpenTabs(location.state) }
    const endMoves = () => moves.current.splice(0).forEach((end) => end())
    endMoves()
    return endMoves
  }, [search, location])
  const isLeaving = useRef(false)
  useEffect(() => {
    isLeaving.current = next !== undefined && next.pathname !== pathname
  }, [next, pathname])
  const navigate = useNavigate()
  const [title, onTitle] = useState<string>()
  usePageTitle(title)
  const arrival = useMemo(() => {
    const isOwn = location.state === 'own' || isObject(location.state)
    return isReached || !isOwn ? { openTabs: readOpenTabs(location.state) } : null
  }, [location, isReached])
  return useMemo(() => {
    const go = (change: Partial<typeof latest.current>, replace: boolean) => {
      // While the code of the next page loads, this one is still open; a change of its URL would end the way there.
      if (isLeaving.current) return
      latest.current = { ...latest.current, ...change }
      const { openTabs } = latest.current
      void navigate({ search: latest.current.search.toString(), hash: latest.current.hash }, { replace, state: { openTabs } })
    }
    return {
      search,
      anchor: decodeURIComponent(hash.slice(1)),
      arrival,
      setSearch: (change) => go({ search: withParams(latest.current.search, change) }, true),
      visitTab: (tab, openTabs, { replace }) => go({ hash: tab && `#${encodeURIComponent(tab)}`, openTabs }, replace),
      onMoved: async (path) => {
        const isDrawn = new Promise<void>((resolve) => moves.current.push(resolve))
        await navigate(`${path}${latest.current.hash}`, { replace: true, state: 'own' })
        await isDrawn
      },
      onTitle,
    }
  }, [search, hash, arrival, navigate])
}
