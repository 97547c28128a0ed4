import type { QueryClient } from '@tanstack/react-query'
import { dashboardUpdate } from '#api/dashboard.ts'
import { t } from '#core/i18n/t.ts'
import { callWithEtag } from '../../../../data/call.ts'
import { markChanged } from '../../../../data/resources.ts'
import { say } from '../../../../ui/feedback/toast.ts'
import type { DashboardStore } from '../../state/store.ts'
import { isNextVersion } from '../../data/version-in.ts'

type Options = { store: DashboardStore; client: QueryClient; canUndo?: boolean }

/** Publishes or hides a dashboard optimistically, with undo in the toast. */
export const publish = async (published: boolean, { store, client, canUndo = true }: Options): Promise<void> => {
  const { serverFields, setServerFields } = store.getState()
  setServerFields({ published })
  try {
    const { etag } = await callWithEtag(dashboardUpdate, { params: { pk: serverFields.id }, body: { published } })
    // What somebody else has saved meanwhile is no part of this page: the next save asks about it.
    if (isNextVersion(serverFields.etag, etag)) setServerFields({ etag })
    say(published ? t('This dashboard is now published') : t('This dashboard is now hidden'), {
      kind: 'good',
      ...(canUndo && { action: { label: t('Undo'), run: () => void publish(!published, { store, client, canUndo: false }) } }),
    })
    await markChanged(client, { kind: 'dashboard', id: serverFields.id })
  } catch {
    setServerFields({ published: !published })
    say(t('You do not have permissions to edit this dashboard.'), { kind: 'bad' })
  }
}
