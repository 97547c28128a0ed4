import { useQuery } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { Navigate } from 'react-router'
import { dashboardPermalinkGet } from '#api/dashboard-links.ts'
import { t } from '#core/i18n/t.ts'
import { asList } from '#core/query/read.ts'
import { paths } from '../../../data/paths.ts'
import { routeQuery } from '../../../data/resources.ts'
import { ProgressLine } from '../../../ui/feedback/ProgressLine.tsx'

/** `/superset/dashboard/p/{key}/` redirects to the dashboard with the shared parameters and anchor. */
export const Permalink = ({ permalink, Refused }: { permalink: string; Refused: ComponentType<{ error: unknown }> }) => {
  const { data, error } = useQuery({
    ...routeQuery(dashboardPermalinkGet, { params: { key: permalink } }),
    retry: false,
  })
  if (error) return <Refused error={error} />
  if (!data) return <ProgressLine label={t('Loading')} />
  const { urlParams, anchor } = data.state
  const search = new URLSearchParams([['permalink_key', permalink], ...asList<[string, string]>(urlParams)])
  const hash = typeof anchor === 'string' && anchor ? `#${anchor}` : ''
  return <Navigate to={`${paths.dashboard(data.dashboardId)}?${search.toString()}${hash}`} replace />
}
