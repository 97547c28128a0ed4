import { useState } from 'react'
import { TriangleAlert } from 'lucide-react'
import { t } from '#core/i18n/t.ts'
import { useSession } from '../../../../data/session.ts'
import { Button } from '../../../../ui/button/Button.tsx'
import { Dialog } from '../../../../ui/overlay/Dialog.tsx'
import { Field } from '../../../../ui/text/Field.tsx'
import { Picker } from '../../../../ui/choice/Picker.tsx'
import { say } from '../../../../ui/feedback/toast.ts'
import { useDashboard, useDashboardStore } from '../../state/dashboard-context.ts'
import css from './IntervalDialog.module.css'
import { intervals } from './intervals.ts'

/** Sets the refresh interval: for this visit, or while editing for everyone. */
export const IntervalDialog = ({ onClose }: { onClose: () => void }) => {
  const store = useDashboardStore()
  const isEditing = useDashboard((state) => state.isEditing)
  const [seconds, choose] = useState(() => {
    const { refreshIntervalSeconds, history } = store.getState()
    return refreshIntervalSeconds ?? (Number(history.present.properties.metadata['refresh_frequency']) || 0)
  })
  const { limit, warning } = useSession().auto_refresh
  const isBelowLimit = seconds > 0 && seconds < limit && warning !== ''
  const apply = () => {
    const { history, changeProperties, set } = store.getState()
    set({ refreshIntervalSeconds: seconds })
    if (isEditing)
      changeProperties(
        { metadata: { ...history.present.properties.metadata, refresh_frequency: seconds } },
        t('Changed the refresh interval'),
      )
    say(t('Refresh interval saved'), { kind: 'good' })
    onClose()
  }
  return (
    <Dialog
      open
      title={t('Refresh interval')}
      width={400}
      onClose={onClose}
      footer={
        <>
          <Button kind="quiet" onClick={onClose}>
            {t('Cancel')}
          </Button>
          <Button kind="primary" onClick={apply}>
            {isEditing ? t('Save') : t('Save for this session')}
          </Button>
        </>
      }
    >
      <Field label={t('Refresh frequency')}>
        <Picker label={t('Refresh frequency')} value={seconds} options={intervals()} searchFrom={20} onChange={choose} />
      </Field>
      {isBelowLimit && (
        <div className={css['warning']} role="alert">
          <TriangleAlert aria-hidden />
          <p>
            {warning} <strong>{t('Are you sure you want to proceed?')}</strong>
          </p>
        </div>
      )}
    </Dialog>
  )
}
