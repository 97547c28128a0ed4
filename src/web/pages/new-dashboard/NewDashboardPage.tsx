import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Navigate, useLocation } from 'react-router'
import { dashboardCreate } from '#api/dashboard.ts'
import { t } from '#core/i18n/t.ts'
import { call } from '../../data/call.ts'
import { textOf } from '../../data/call-error.ts'
import { paths } from '../../data/paths.ts'
import { ProgressLine } from '../../ui/ProgressLine.tsx'
import { ErrorState } from '../../ui/State.tsx'

/** Makes an empty dashboard, once per visit, and opens it for editing. */
const NewDashboardPage = () => {
  const { key } = useLocation()
  const client = useQueryClient()
  const { data, error, refetch } = useQuery({
    queryKey: ['new dashboard', key],
    staleTime: Infinity,
    retry: false,
    queryFn: async () => {
      const { id } = await call(dashboardCreate, { body: { dashboard_title: t('[ untitled dashboard ]') } })
      await client.invalidateQueries({ queryKey: ['dashboard'] })
      return id
    },
  })
  if (data !== undefined) return <Navigate to={paths.editDashboard(data)} replace />
  if (error) return <ErrorState title={t('The dashboard could not be made')} text={textOf(error)} onRetry={() => void refetch()} />
  return <ProgressLine label={t('Loading')} />
}

export default NewDashboardPage
