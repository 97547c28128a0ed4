import { Redo2, Undo2 } from 'lucide-react'
import { canRedo, canUndo } from '#core/layout/history.ts'
import { t } from '#core/i18n/t.ts'
import { Button } from '../../../../ui/button/Button.tsx'
import { IconButton } from '../../../../ui/button/IconButton.tsx'
import { Kbd, keyText } from '../../../../ui/keys/Kbd.tsx'
import { say } from '../../../../ui/feedback/toast.ts'
import { useDashboard, useDashboardStore } from '../../state/dashboard-context.ts'
import { hasChanges } from '../../state/derived.ts'
import { useHost } from '../../state/host.ts'
import { useSave } from '../../state/use-save.ts'
import { beganWithOlder, discard } from '../../state/versions.ts'
import { useChangeInSight } from '../undo/use-change-in-sight.ts'
import css from './ChangeBar.module.css'

/** The changes since the last save, with undo, redo, discard and save. */
export const ChangeBar = () => {
  const store = useDashboardStore()
  const { setSearch } = useHost()
  const history = useDashboard((state) => state.history)
  const busy = useDashboard((state) => state.saving.isBusy)
  const { save } = useSave()
  useChangeInSight()
  const { past } = history
  const count = past.length
  const unsaved = useDashboard(hasChanges)
  const discardAll = () => {
    if (unsaved || beganWithOlder(store)) {
      const restore = discard(store)
      say(t('Changes discarded'), {
        action: {
          label: t('Undo'),
          run: () => {
            restore()
            setSearch({ edit: 'true' })
          },
        },
      })
    }
    store.getState().setEditing(false)
    setSearch({ edit: null })
  }
  return (
    <section className={css['bar']} aria-label={t('Changes')}>
      <p className={css['words']} role="status">
        {[...new Set(past.map(({ description }) => description))].join(' · ') || t('No changes yet')}
      </p>
      <span className={css['count']}>{count > 0 && t.plural(count, '%(count)s change', '%(count)s changes')}</span>
      <IconButton
        label={t('Undo')}
        hint={keyText('⌘Z')}
        icon={<Undo2 />}
        focusableWhenDisabled
        disabled={!canUndo(history)}
        onClick={() => store.getState().undo()}
      />
      <IconButton
        label={t('Redo')}
        hint={keyText('⇧⌘Z')}
        icon={<Redo2 />}
        focusableWhenDisabled
        disabled={!canRedo(history)}
        onClick={() => store.getState().redo()}
      />
      <span className={css['rule']} />
      <Button kind="quiet" onClick={discardAll}>
        {t('Discard')}
      </Button>
      <Button kind="primary" busy={busy} focusableWhenDisabled disabled={!unsaved} after={<Kbd keys="⌘S" />} onClick={() => void save()}>
        {t('Save')}
      </Button>
    </section>
  )
}
