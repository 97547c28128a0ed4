import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { embeddedRecord } from '#api/embedded.ts'
import { t } from '#core/i18n/t.ts'
import { call } from '../../data/call.ts'
import { CallError, errorText } from '../../data/call-error.ts'
import { setGuestToken } from '../../data/guest.ts'
import { queryClient } from '../../data/query-client.ts'
import { sessionQuery, useSignedOut } from '../../data/session.ts'
import { parentChannel } from '../../embed/handshake.ts'
import type { Channel } from '../../embed/channel.ts'
import { loadFont } from '../../frame/echarts/load-echarts.ts'
import { Button } from '../../ui/button/Button.tsx'
import { ProgressLine } from '../../ui/feedback/ProgressLine.tsx'
import { ErrorState } from '../../ui/feedback/State.tsx'
import { say } from '../../ui/feedback/toast.ts'
import { Toasts } from '../../ui/feedback/Toasts.tsx'
import { Tooltips } from '../../ui/overlay/Tooltips.tsx'
import { MountedDashboard } from '../dashboard/Dashboard.tsx'
import { readAddress } from '../dashboard/data/address.ts'
import { loadDashboard, type Loaded } from '../dashboard/data/load.ts'
import { usePageHost } from '../dashboard/state/page-host.ts'
import type { Opening } from '../dashboard/state/store.ts'
import css from './EmbeddedPage.module.css'
import { oneChart } from './one-chart.ts'
import { ParentLink } from './ParentLink.tsx'
import { PublicView } from './PublicView.tsx'

loadFont()

/** The channel to the page around, once that page has given the first token. */
const useChannel = (): Channel | null => {
  const [channel, setChannel] = useState<Channel | null>(null)
  useEffect(() => {
    let isLeft = false
    const connect = async () => {
      const opened = await parentChannel()
      opened.define({
        guestToken: (args) => {
          setGuestToken((args as { guestToken: string }).guestToken)
          useSignedOut.setState({ signedOut: false })
          if (!isLeft) setChannel(opened)
        },
      })
      opened.start()
    }
    void connect()
    return () => {
      isLeft = true
    }
  }, [])
  return channel
}

/** A dashboard without the frame of the product: inside the page of another site, or at a public link. */
const EmbeddedPage = () => (useParams()['key'] === undefined ? <FramedPage /> : <PublicView />)

export default EmbeddedPage

/** A dashboard inside the page of another site, which is connected by a channel and gives the tokens of the viewer. */
const FramedPage = () => {
  const channel = useChannel()
  const { signedOut } = useSignedOut()
  useEffect(() => {
    if (!signedOut) return
    const text = t(
      'This session has encountered an interruption, and some controls may not work as intended. If you are the developer of this app, please check that the guest token is being generated correctly.',
    )
    say(text, { kind: 'bad', lasts: 0 })
    channel?.emit('onError', { message: text, status: 401 })
  }, [channel, signedOut])
  return (
    <main className={css['page']}>
      {channel ? <Embedded channel={channel} /> : <Waiting />}
      <Toasts />
      <Tooltips />
    </main>
  )
}

/** Long enough for a slow page around. */
const tokenTimeoutMs = 15_000

/** Says after a while that the page around does not answer, which otherwise looks like slow loading. */
const Waiting = () => {
  const [isLate, setIsLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsLate(true), window.parent === window ? 0 : tokenTimeoutMs)
    return () => clearTimeout(timer)
  }, [])
  if (!isLate) return <ProgressLine label={t('Loading')} />
  return (
    <ErrorState
      fills
      title={t('This page is shown inside other sites')}
      text={
        window.parent === window
          ? t('It was opened on its own. Open the site that embeds it.')
          : t('The page around has not sent a token. It may not be allowed to embed this dashboard.')
      }
    />
  )
}

/** The chart that is shown alone, if the page around wants one. */
const chartOf = (search: URLSearchParams): number | null => {
  const text = search.get('chart_id')
  return text === null ? null : Number(text)
}

const useEmbedded = (uuid: string) => {
  const [search] = useSearchParams()
  const [address] = useState(() => readAddress(search))
  return useQuery({
    queryKey: ['embedded', uuid],
    staleTime: Infinity,
    retry: (count, fault) => count < 2 && !(fault instanceof CallError && fault.status > 0),
    queryFn: async ({ signal }) => {
      const [{ result }] = await Promise.all([call(embeddedRecord, { params: { uuid } }, { signal }), queryClient.fetchQuery(sessionQuery)])
      const loaded = await loadDashboard(result.dashboard_id, address, { signal })
      const chart = chartOf(search)
      if (chart !== null && !loaded.charts.some(({ id }) => id === chart))
        throw new CallError(404, null, t('The dashboard has no chart %(id)s.', { id: chart }))
      return loaded
    },
  })
}

const Embedded = ({ channel }: { channel: Channel }) => {
  const { uuid = '' } = useParams()
  const { data, error, refetch } = useEmbedded(uuid)
  useEffect(() => {
    if (error) channel.emit('onError', { message: errorText(error), status: error instanceof CallError ? error.status : 0 })
  }, [channel, error])
  if (data) return <Shown key={data.etag} loaded={data} channel={channel} onReload={() => void refetch()} />
  if (!error) return <ProgressLine label={t('Loading')} />
  return (
    <ErrorState
      fills
      title={t('The dashboard could not be loaded')}
      text={errorText(error)}
      actions={<Button onClick={() => void refetch()}>{t('Try again')}</Button>}
    />
  )
}

const Shown = ({ loaded, channel, onReload }: { loaded: Loaded; channel: Channel; onReload: () => void }) => {
  const host = usePageHost()
  const [opening] = useState((): Opening => {
    const { urlParams, hiddenParts, filterBar } = readAddress(host.search)
    const opened = { ...loaded, urlParams, filterBar, canEdit: false, isEditing: false, anchor: host.anchor, openTabs: null }
    const chart = chartOf(host.search)
    if (chart === null) return { ...opened, hiddenParts }
    const around = { title: true, tabs: true, filters: true }
    return { ...opened, hiddenParts: { ...hiddenParts, ...around }, visibleLayout: oneChart(chart, loaded.visibleLayout) }
  })
  return (
    <MountedDashboard opening={opening} host={host} onReload={onReload}>
      <ParentLink channel={channel} search={host.search} />
    </MountedDashboard>
  )
}
