import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { dashboardAddFavorite, dashboardRemoveFavorite } from '#api/dashboard.ts'
import { t } from '#core/i18n/t.ts'
import { call } from '../../../data/call.ts'
import { dashboards, markStarred } from '../../../data/resources.ts'
import { useSession } from '../../../data/session.ts'
import { Star } from '../../../ui/button/Star.tsx'
import { say } from '../../../ui/feedback/toast.ts'

export const DashboardStar = ({ id, name }: { id: number; name: string }) => {
  const { isLoggedIn } = useSession()
  const client = useQueryClient()
  const asked = dashboards.stars([id])
  const { data, isError } = useQuery({
    ...asked,
    enabled: isLoggedIn,
    queryFn: async ({ signal }) => {
      try {
        return await asked.queryFn({ signal })
      } catch (error) {
        if (!signal.aborted) say(t('There was an issue fetching the favorite status of this dashboard.'), { kind: 'bad' })
        throw error
      }
    },
  })
  const toggle = useMutation({
    mutationFn: (on: boolean) => call(on ? dashboardAddFavorite : dashboardRemoveFavorite, { params: { pk: id } }),
    onMutate: (on) => client.setQueryData(asked.queryKey, { [id]: on }),
    onError: (_error, on) => {
      client.setQueryData(asked.queryKey, { [id]: !on })
      say(t('There was an issue favoriting this dashboard.'), { kind: 'bad' })
    },
    onSuccess: () => markStarred(client, 'dashboard'),
  })
  return isLoggedIn && !isError ? <Star on={data?.[id] ?? false} name={name} onToggle={(on) => toggle.mutate(on)} /> : null
}
