import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useParams } from 'react-router'
import { publicLinkOpen } from '#api/public-link.ts'
import { t } from '#core/i18n/t.ts'
import { call } from '../../data/call.ts'
import { CallError, errorText } from '../../data/call-error.ts'
import { guestTokenHeader, setGuestRenewal, setGuestToken } from '../../data/guest.ts'
import { queryClient } from '../../data/query-client.ts'
import { sessionQuery } from '../../data/session.ts'
import { Button } from '../../ui/button/Button.tsx'
import { ProgressLine } from '../../ui/feedback/ProgressLine.tsx'
import { ErrorState } from '../../ui/feedback/State.tsx'
import { Toasts } from '../../ui/feedback/Toasts.tsx'
import { Tooltips } from '../../ui/overlay/Tooltips.tsx'
import { MountedDashboard } from '../dashboard/Dashboard.tsx'
import { readAddress } from '../dashboard/data/address.ts'
import { loadDashboard, type Loaded } from '../dashboard/data/load.ts'
import { usePageHost } from '../dashboard/state/page-host.ts'
import type { Opening } from '../dashboard/state/store.ts'
import { usePageTitle } from '../../window/use-page-title.ts'
import css from './EmbeddedPage.module.css'
import { SharedChart } from './SharedChart.tsx'

/** The token is renewed when this share of its time is over. */
const renewedAfter = 0.8

/** An older token is not sent along: it may have ended. */
const withoutToken = { [guestTokenHeader]: '' }

/** Whether there is no such link, or no longer. */
const isGone = (fault: unknown): boolean => fault instanceof CallError && fault.status === 404

/** Opens a public link, and opens it again before its token ends, or when the server refuses it. */
const useOpened = (key: string) => {
  const opened = useQuery({
    queryKey: [publicLinkOpen.path, key],
    queryFn: async ({ signal }) => {
      const { result } = await call(publicLinkOpen, { body: { key } }, { signal, headers: withoutToken })
      setGuestToken(result.token)
      await queryClient.ensureQueryData(sessionQuery)
      return result
    },
    staleTime: Infinity,
    retry: (count, fault) => count < 2 && !(fault instanceof CallError && fault.status > 0),
    refetchInterval: ({ state }) => (state.data && !isGone(state.error) ? state.data.expires_in * renewedAfter * 1000 : false),
    refetchIntervalInBackground: true,
  })
  const { refetch } = opened
  const hasToken = opened.data !== undefined
  useEffect(() => {
    if (!hasToken) return
    setGuestRenewal(async () => (await refetch({ cancelRefetch: false })).isSuccess)
    return () => setGuestRenewal(null)
  }, [hasToken, refetch])
  return opened
}

/** The page of a public link: a dashboard, or one chart. */
export const PublicView = () => {
  const { key = '' } = useParams()
  return (
    <main className={css['page']}>
      <Shared link={key} />
      <Toasts />
      <Tooltips />
    </main>
  )
}

const Shared = ({ link }: { link: string }) => {
  const { data, error, refetch } = useOpened(link)
  if (isGone(error)) return <Ended />
  if (data?.chart) return <SharedChart id={data.id} chart={data.chart} />
  if (data) return <SharedDashboard id={data.id} />
  if (!error) return <ProgressLine label={t('Loading')} />
  return <NotLoaded error={error} onRetry={() => void refetch()} />
}

/** In place of all that the link showed. */
const Ended = () => {
  const title = t('This link no longer works')
  usePageTitle(title)
  return (
    <ErrorState
      fills
      title={title}
      text={t('It was ended, or what it showed was deleted. Ask the person who shared it with you for another link.')}
    />
  )
}

const NotLoaded = ({ error, onRetry }: { error: unknown; onRetry: () => void }) => (
  <ErrorState
    fills
    title={t('It could not be loaded')}
    text={errorText(error)}
    actions={<Button onClick={onRetry}>{t('Try again')}</Button>}
  />
)

const SharedDashboard = ({ id }: { id: number }) => {
  const { search } = usePageHost()
  const [address] = useState(() => readAddress(search))
  const { data, error, refetch } = useQuery({
    queryKey: ['shared dashboard', id],
    staleTime: Infinity,
    retry: false,
    queryFn: ({ signal }) => loadDashboard(String(id), address, { signal }),
  })
  if (data) return <Mounted key={data.etag} loaded={data} onReload={() => void refetch()} />
  return error ? <NotLoaded error={error} onRetry={() => void refetch()} /> : <ProgressLine label={t('Loading')} />
}

const Mounted = ({ loaded, onReload }: { loaded: Loaded; onReload: () => void }) => {
  const host = usePageHost()
  const [opening] = useState((): Opening => {
    const { urlParams, hiddenParts, filterBar } = readAddress(host.search)
    return { ...loaded, urlParams, filterBar, hiddenParts, canEdit: false, isEditing: false, anchor: host.anchor, openTabs: null }
  })
  return <MountedDashboard opening={opening} host={host} onReload={onReload} />
}
