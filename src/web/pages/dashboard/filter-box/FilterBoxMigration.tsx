import { useEffect, useRef, useState } from 'react'
import { t } from '#core/i18n/t.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import { useDashboard, useDashboardStore } from '../state/dashboard-context.ts'
import { useHost } from '../state/host.ts'
import { hasFilterBoxes } from './has-filter-boxes.ts'
import { firstState, snooze } from './migration.ts'
import { replaceBoxes, startReview } from './review.ts'

/** Asks once whether the filter boxes of a dashboard are turned into native filters, unless the URL or an earlier answer says so. */
export const FilterBoxMigration = ({ onClose }: { onClose: () => void }) => {
  const store = useDashboardStore()
  const { search, setSearch } = useHost()
  const dashboardId = useDashboard((state) => state.serverFields.id)
  const [state] = useState(() => firstState({ storage: localStorage, dashboardId, now: Date.now(), param: search.get('migration_state') }))
  // A kept draft that holds a review comes after the page.
  const hasBoxes = useDashboard((now) => hasFilterBoxes(now.history.present, now.charts))
  const isHandled = useRef(false)
  useEffect(() => {
    if (!hasBoxes) onClose()
  }, [hasBoxes, onClose])
  useEffect(() => {
    if (isHandled.current || state === 'UNDECIDED') return
    isHandled.current = true
    if (state === 'REVIEWING') startReview(store, setSearch)
    if (state === 'CONVERTED') replaceBoxes(store)
    onClose()
  }, [state, store, setSearch, onClose])
  if (state !== 'UNDECIDED' || !hasBoxes) return null
  return (
    <Dialog
      open
      title={t('Ready to review filters in this dashboard?')}
      onClose={onClose}
      footer={
        <>
          <Button
            kind="quiet"
            onClick={() => {
              snooze(localStorage, dashboardId, Date.now())
              onClose()
            }}
          >
            {t('Remind me in 24 hours')}
          </Button>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button
            kind="primary"
            data-autofocus
            onClick={() => {
              onClose()
              startReview(store, setSearch)
            }}
          >
            {t('Start Review')}
          </Button>
        </>
      }
    >
      <p>
        {t(
          'Filter boxes are out of date. The review turns those of this dashboard into filters of the filter bar, with their values and scopes. Nothing is stored until you save.',
        )}
      </p>
    </Dialog>
  )
}
