import { useEffect, useMemo, useRef, useState } from 'react'
import { useLocation, useNavigate, useNavigation, useSearchParams } from 'react-router'
import { usePageTitle } from '../../../window/use-page-title.ts'
import { withParams } from '../data/address.ts'
import type { Host } from './host.ts'

/** The host of a dashboard with its own page: uses the browser's URL and title. */
export const usePageHost = (): Host => {
  const [search, setParams] = useSearchParams()
  const { hash, pathname } = useLocation()
  const { location: next } = useNavigation()
  /** With changes that the router has not shown yet. */
  const latest = useRef(search)
  useEffect(() => {
    latest.current = search
  }, [search])
  const isLeaving = useRef(false)
  useEffect(() => {
    isLeaving.current = next !== undefined && next.pathname !== pathname
  }, [next, pathname])
  const navigate = useNavigate()
  const [title, onTitle] = useState<string>()
  usePageTitle(title)
  return useMemo(
    () => ({
      search,
      anchor: decodeURIComponent(hash.slice(1)),
      setSearch: (change) => {
        // While the code of the next page loads this one still stands; a change of its URL would end the way there.
        if (isLeaving.current) return
        latest.current = withParams(latest.current, change)
        setParams(latest.current, { replace: true })
      },
      onMoved: (path) => navigate(path, { replace: true, state: 'own' }),
      onTitle,
    }),
    [search, setParams, hash, navigate],
  )
}
