import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation, useNavigationType, useParams, useSearchParams } from 'react-router'
import { t } from '#core/i18n/t.ts'
import { CallError, errorText } from '../../data/call-error.ts'
import { paths } from '../../data/paths.ts'
import { draftKey } from '../../data/resources.ts'
import { queryClient } from '../../data/query-client.ts'
import { useSession } from '../../data/session.ts'
import { useRecordVisit } from '../../data/client-log/visit.ts'
import { loadFont } from '../../frame/echarts/load-echarts.ts'
import { lazyPart } from '../../lazy/lazy-part.tsx'
import { loadCode } from '../../lazy/load-fault.ts'
import { ButtonLink } from '../../ui/button/Button.tsx'
import { ProgressLine } from '../../ui/feedback/ProgressLine.tsx'
import { ErrorState } from '../../ui/feedback/State.tsx'
import { useMedia } from '../../ui/use-media.ts'
import { MountedDashboard } from './Dashboard.tsx'
import { readAddress } from './data/address.ts'
import { loadDashboard, type Loaded } from './data/load.ts'
import { prefetchDashboard, takePrefetched } from './data/prefetch.ts'
import { usePageHost } from './state/page-host.ts'
import type { Opening } from './state/store.ts'

const Permalink = lazyPart(async () => (await import('./head/Permalink.tsx')).Permalink)
const Denied = lazyPart(async () => (await import('./head/notices/Denied.tsx')).Denied)

loadFont()
prefetchDashboard(queryClient)

const DashboardPage = () => {
  const { idOrSlug, key } = useParams()
  const { state } = useLocation() as { state: unknown }
  const isReached = useNavigationType() === 'POP'
  const [visit, setVisit] = useState({ address: idOrSlug, opened: idOrSlug, count: 0 })
  // A dashboard that was just created or renamed gets another URL, which must not reload it.
  if (idOrSlug !== visit.address)
    setVisit(
      state === 'own' && !isReached ? { ...visit, address: idOrSlug } : { address: idOrSlug, opened: idOrSlug, count: visit.count + 1 },
    )
  if (key !== undefined) return <Permalink permalink={key} Refused={Refused} />
  return visit.opened === undefined ? <New key={visit.count} /> : <Opened key={visit.count} idOrSlug={visit.opened} />
}

export default DashboardPage

/** A new dashboard that is not yet saved. */
const New = () => {
  const { isLoggedIn, hasPermission } = useSession()
  const { data, error, refetch } = useQuery({
    queryKey: draftKey('dashboard', 'new'),
    staleTime: Infinity,
    gcTime: 0,
    queryFn: async () => (await loadCode(() => import('./data/new-dashboard.ts'))).newDashboard(),
  })
  if (!isLoggedIn || !hasPermission('can_write', 'Dashboard')) return <Refused error={new CallError(403, [], '')} />
  if (data) return <Page loaded={data} onReload={() => undefined} isNew />
  if (error) return <Refused error={error} onRetry={() => void refetch()} />
  return <ProgressLine label={t('Loading')} />
}

const Opened = ({ idOrSlug }: { idOrSlug: string }) => {
  const [search] = useSearchParams()
  const [address] = useState(() => readAddress(search))
  const { data, error, refetch } = useQuery({
    queryKey: draftKey('dashboard', idOrSlug),
    staleTime: Infinity,
    gcTime: 0,
    retry: (count, fault) => count < 2 && !(fault instanceof CallError && fault.status > 0),
    queryFn: async ({ signal, client }) =>
      (await takePrefetched(client, idOrSlug, address)) ?? loadDashboard(idOrSlug, address, { signal }),
  })
  if (data) return <Page key={data.etag} loaded={data} onReload={() => void refetch()} />
  if (error) return <Refused error={error} onRetry={() => void refetch()} />
  return <ProgressLine label={t('Loading')} />
}

/** Shown if the dashboard could not be loaded, or the server denies it. */
const Refused = ({ error, onRetry }: { error: unknown; onRetry?: () => void }) => {
  const status = error instanceof CallError ? error.status : null
  if (status === 404 || status === 403) return <Denied status={status} />
  return (
    <ErrorState
      fills
      title={t('The dashboard could not be loaded')}
      text={errorText(error)}
      {...(onRetry && { onRetry })}
      actions={<ButtonLink to={paths.dashboards}>{t('All dashboards')}</ButtonLink>}
    />
  )
}

/** Admins and owners with write permission can edit a dashboard. */
const useMayEdit = ({ record }: Loaded, isNew: boolean): boolean => {
  const { user, isAdmin, isLoggedIn, hasPermission } = useSession()
  const owns = isAdmin || isNew || record.owners.some(({ id }) => id === user.id)
  return isLoggedIn && owns && hasPermission('can_write', 'Dashboard') && !record.is_managed_externally
}

const Page = ({ loaded, onReload, isNew = false }: { loaded: Loaded; onReload: () => void; isNew?: boolean }) => {
  const host = usePageHost()
  const canEdit = useMayEdit(loaded, isNew)
  const isTablet = useMedia('tablet')
  const [opening] = useState((): Opening => {
    const { urlParams, hiddenParts, filterBar, edit } = readAddress(host.search)
    return {
      ...loaded,
      urlParams,
      hiddenParts,
      filterBar: filterBar ?? (isTablet ? 'closed' : null),
      canEdit,
      isEditing: (edit || isNew) && canEdit,
      anchor: host.anchor,
      openTabs: host.arrival?.openTabs ?? null,
    }
  })
  useRecordVisit('dashboard', loaded.record.id)
  return <MountedDashboard opening={opening} host={host} onReload={onReload} />
}
