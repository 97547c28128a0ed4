import { useQueryClient } from '@tanstack/react-query'
import { dashboardUpdate } from '#api/dashboard.ts'
import { t } from '#core/i18n/t.ts'
import { callWithEtag } from '../../../data/call.ts'
import { markChanged } from '../../../data/resources.ts'
import { say } from '../../../ui/feedback/toast.ts'
import { useDashboardStore } from '../state/dashboard-context.ts'

/** Toggles the published state optimistically, with undo in the toast. */
export const usePublish = () => {
  const store = useDashboardStore()
  const client = useQueryClient()
  const publish = async (published: boolean, canUndo = true): Promise<void> => {
    const { kept, setKept } = store.getState()
    setKept({ published })
    try {
      const { etag } = await callWithEtag(dashboardUpdate, { params: { pk: kept.id }, body: { published } })
      setKept({ etag })
      say(published ? t('This dashboard is now published') : t('This dashboard is now hidden'), {
        kind: 'good',
        ...(canUndo && { action: { label: t('Undo'), run: () => void publish(!published, false) } }),
      })
      await markChanged(client, { kind: 'dashboard', id: kept.id })
    } catch {
      setKept({ published: !published })
      say(t('You do not have permissions to edit this dashboard.'), { kind: 'bad' })
    }
  }
  return () => publish(!store.getState().kept.published)
}
