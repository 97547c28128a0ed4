import { Navigate, useParams, useSearchParams } from 'react-router'
import { paths } from '../../data/paths.ts'

/** Redirects legacy URLs of charts and datasets to explore, keeping their parameters. */
const RedirectPage = () => {
  const { type, id = '' } = useParams()
  const [search] = useSearchParams()
  const target = new URLSearchParams(search)
  const isChart = window.location.pathname.includes('/slice/')
  if (isChart) target.set('slice_id', id)
  else {
    target.set('datasource_type', type ?? 'table')
    target.set('datasource_id', id)
  }
  return <Navigate to={/^\d+$/.test(id) ? `/explore/?${target.toString()}` : paths.home} replace />
}

export default RedirectPage
