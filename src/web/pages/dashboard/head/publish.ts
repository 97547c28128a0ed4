import type { QueryClient } from '@tanstack/react-query'
import { dashboardUpdate } from '#api/dashboard.ts'
import { t } from '#core/i18n/t.ts'
import { callWithEtag } from '../../../data/call.ts'
import { markChanged } from '../../../data/resources.ts'
import { say } from '../../../ui/feedback/toast.ts'
import type { DashboardStore } from '../state/store.ts'

type Options = { store: DashboardStore; client: QueryClient; canUndo?: boolean }

/** Publishes or hides a dashboard optimistically, with undo in the toast. */
export const publish = async (published: boolean, { store, client, canUndo = true }: Options): Promise<void> => {
  const { kept, setKept } = store.getState()
  setKept({ published })
  try {
    const { etag } = await callWithEtag(dashboardUpdate, { params: { pk: kept.id }, body: { published } })
    setKept({ etag })
    say(published ? t('This dashboard is now published') : t('This dashboard is now hidden'), {
      kind: 'good',
      ...(canUndo && { action: { label: t('Undo'), run: () => void publish(!published, { store, client, canUndo: false }) } }),
    })
    await markChanged(client, { kind: 'dashboard', id: kept.id })
  } catch {
    setKept({ published: !published })
    say(t('You do not have permissions to edit this dashboard.'), { kind: 'bad' })
  }
}
