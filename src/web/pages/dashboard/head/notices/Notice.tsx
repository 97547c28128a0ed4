import { useQuery } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { dashboardGet } from '#api/dashboard.ts'
import { t } from '#core/i18n/t.ts'
import { isUnsaved } from '#core/layout/history.ts'
import { ago } from '../../../../lists/time/ago.ts'
import { fullName } from '../../../../lists/people/people.ts'
import { Button } from '../../../../ui/button/Button.tsx'
import { readDashboard } from '../../data/load.ts'
import { useDashboard } from '../../state/dashboard-context.ts'
import css from './Notice.module.css'

/** How often to check for a newer version. */
const pollMs = 20_000

/** Tells that someone else has saved the dashboard and offers to load their version. */
export const Notice = ({ onReload }: { onReload: () => void }) => {
  const { id, etag } = useDashboard((state) => state.kept)
  const unsaved = useDashboard((state) => isUnsaved(state.history))
  const isEditing = useDashboard((state) => state.isEditing)
  const { data } = useQuery({
    queryKey: [dashboardGet.path, { params: { idOrName: String(id) } }, 'version'],
    enabled: etag !== null,
    refetchInterval: pollMs,
    refetchOnWindowFocus: 'always',
    staleTime: pollMs,
    initialData: null,
    initialDataUpdatedAt: () => Date.now(),
    gcTime: 0,
    retry: false,
    queryFn: ({ signal }) => readDashboard(String(id), { signal }),
  })
  const isNewer = data !== null && data.etag !== null && etag !== null && versionIn(data.etag) > versionIn(etag)
  if (!isNewer) return null
  const { changed_by, changed_on_utc } = data.record
  const who = changed_by ? fullName(changed_by) : t('Somebody')
  return (
    <div className={css['notice']} role="status">
      <span>{t('%(name)s saved this dashboard %(ago)s.', { name: who, ago: ago(changed_on_utc) })}</span>
      {unsaved ? (
        <span className={css['note']}>{t('Your changes are kept; saving will ask which version stays.')}</span>
      ) : (
        <Button dense icon={<RefreshCw />} onClick={onReload}>
          {isEditing ? t('Edit the new version') : t('Show the new version')}
        </Button>
      )}
    </div>
  )
}

/** The version in an entity tag like `"dashboard-2-17"`. */
const versionIn = (etag: string): number => Number(/(\d+)"?$/.exec(etag)?.[1] ?? 0)
