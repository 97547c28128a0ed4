import { useQuery, useQueryClient } from '@tanstack/react-query'
import { dashboardAddFavorite, dashboardRemoveFavorite } from '#api/dashboard.ts'
import { t } from '#core/i18n/t.ts'
import { call } from '../../../data/call.ts'
import { dashboards, markStarred } from '../../../data/resources.ts'
import { useSession } from '../../../data/session.ts'
import { UserStar } from '../../../lists/rows/UserStar.tsx'
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
  const toggle = async (on: boolean) => {
    client.setQueryData(asked.queryKey, { [id]: on })
    try {
      await call(on ? dashboardAddFavorite : dashboardRemoveFavorite, { params: { pk: id } })
    } catch {
      client.setQueryData(asked.queryKey, { [id]: !on })
      return void say(t('There was an issue favoriting this dashboard.'), { kind: 'bad' })
    }
    await markStarred(client, 'dashboard')
  }
  if (!isLoggedIn || isError) return null
  return <UserStar on={data?.[id] ?? false} name={name} onToggle={(on) => void toggle(on)} />
}
