import type { Chart } from '#charts/chart.ts'
import type { FormData } from '#core/query/query-object.ts'
import { useSession } from '../../../data/session.ts'
import { useDashboard } from '../state/dashboard-context.ts'
import { useIsLent } from './use-is-lent.ts'

/** What this person may drill into, and what decides whether the chart can be. */
export const useDrillRights = ({ behaviors }: Chart, form: FormData) => {
  const { hasPermission } = useSession()
  const isForbiddenByDatabase = useDashboard((state) => state.datasets[form.datasource]?.database?.['disable_drill_to_detail'] === true)
  const isLent = useIsLent(form.datasource)
  const mayDrill = hasPermission('can_drill', 'Dashboard') || (!isLent && hasPermission('can_explore', 'Superset'))
  return {
    form,
    behaviors,
    isForbiddenByDatabase,
    mayDrillToDetail: mayDrill && hasPermission('can_samples', 'Datasource'),
    mayDrillBy: mayDrill && hasPermission('can_get_drill_info', 'Dataset'),
  }
}
