import { RefreshCw } from 'lucide-react'
import { fullName } from '#core/format/full-name.ts'
import { t } from '#core/i18n/t.ts'
import { ago } from '../../../../lists/time/ago.ts'
import { Button } from '../../../../ui/button/Button.tsx'
import type { DashboardRecord } from '../../data/record.ts'
import { useDashboard } from '../../state/dashboard-context.ts'
import { hasChanges } from '../../state/derived.ts'
import css from './Notice.module.css'

/** Says who saved the version of the server, and offers to load it. */
export const NewVersion = ({ record, onReload }: { record: DashboardRecord; onReload: () => void }) => {
  const unsaved = useDashboard(hasChanges)
  const isEditing = useDashboard((state) => state.isEditing)
  const { changed_by, changed_on_utc } = record
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
