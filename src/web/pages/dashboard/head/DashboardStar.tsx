import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { dashboardAddFavorite, dashboardFavoriteStatus, dashboardRemoveFavorite } from '#api/dashboard.ts'
import { t } from '#core/i18n/t.ts'
import { call } from '../../../data/call.ts'
import { useSession } from '../../../data/session.ts'
import { Star } from '../../../ui/Star.tsx'
import { say } from '../../../ui/toast.ts'

export const DashboardStar = ({ id, name }: { id: number; name: string }) => {
  const { isKnown } = useSession()
  const client = useQueryClient()
  const key = ['dashboard star', id]
  const { data, isError } = useQuery({
    queryKey: key,
    enabled: isKnown,
    queryFn: async ({ signal }) => {
      try {
        return (await call(dashboardFavoriteStatus, { q: [id] }, { signal })).result[0]?.value ?? false
      } catch (error) {
        if (!signal.aborted) say(t('There was an issue fetching the favorite status of this dashboard.'), { kind: 'bad' })
        throw error
      }
    },
  })
  const toggle = useMutation({
    mutationFn: (on: boolean) => call(on ? dashboardAddFavorite : dashboardRemoveFavorite, { params: { pk: id } }),
    onMutate: (on) => client.setQueryData(key, on),
    onError: (_error, on) => {
      client.setQueryData(key, !on)
      say(t('There was an issue favoriting this dashboard.'), { kind: 'bad' })
    },
    onSuccess: () => client.invalidateQueries({ queryKey: ['home'] }),
  })
  return isKnown && !isError ? <Star on={data ?? false} name={name} onToggle={(on) => toggle.mutate(on)} /> : null
}
