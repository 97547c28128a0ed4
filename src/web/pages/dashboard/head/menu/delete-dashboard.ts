import type { QueryClient } from '@tanstack/react-query'
import { dashboardDelete, dashboardRestore } from '#api/dashboard.ts'
import { t } from '#core/i18n/t.ts'
import { call } from '../../../../data/call.ts'
import { errorText } from '../../../../data/call-error.ts'
import { paths } from '../../../../data/paths.ts'
import { markChanged } from '../../../../data/resources.ts'
import { say } from '../../../../ui/feedback/toast.ts'

type Deletion = { id: number; title: string; client: QueryClient; navigate: (path: string, options?: { state: string }) => unknown }

/** Deletes a dashboard and leaves it; the toast offers to restore it. */
export const deleteDashboard = async ({ id, title, client, navigate }: Deletion) => {
  try {
    await call(dashboardDelete, { params: { pk: id } })
    await markChanged(client, { kind: 'dashboard', id })
    void navigate(paths.dashboards, { state: 'own' })
    const restore = async () => {
      try {
        await call(dashboardRestore, { params: { pk: id } })
        await markChanged(client, { kind: 'dashboard', id })
        void navigate(paths.dashboard(id))
      } catch (error) {
        say(t('Could not restore what was deleted: %s', [errorText(error)]), { kind: 'bad' })
      }
    }
    say(t('Deleted: %s', [title]), { action: { label: t('Undo'), run: () => void restore() } })
  } catch (error) {
    say(t('There was an issue deleting %s: %s', [title, errorText(error)]), { kind: 'bad' })
  }
}
