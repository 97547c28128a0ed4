import { Eye, Paintbrush, Pencil, Users } from 'lucide-react'
import { fullName } from '#core/format/full-name.ts'
import { t } from '#core/i18n/t.ts'
import { useSession } from '../../../data/session.ts'
import { ago } from '../../../lists/time/ago.ts'
import { nameFor } from '../../../lists/people/people.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { cx } from '../../../ui/cx.ts'
import { unsavedId } from '../data/record.ts'
import css from '../head/Head.module.css'
import { useTick } from '../head/use-tick.ts'
import { useDashboard } from '../state/dashboard-context.ts'
import { useEditors } from './use-editors.ts'

/** Shows in the head that the dashboard is being edited, and who saved it last. */
export const EditState = () => {
  const { user } = useSession()
  const { id, changed_by, changed_on_utc } = useDashboard((state) => state.serverFields)
  const editors = useEditors()
  useTick()
  const when = ago(changed_on_utc)
  const who = changed_by ? nameFor(changed_by, user.id) : ''
  return (
    <div className={cx(css['state'], editors.length === 0 && css['facts'], css['wide'])}>
      <span className={css['published']}>
        <Pencil aria-hidden />
        {t('Editing')}
      </span>
      <span className={css['age']}>
        {id === unsavedId
          ? t('not saved yet')
          : changed_by?.id === user.id
            ? t('saved by you %(ago)s', { ago: when })
            : t('saved by %(name)s %(ago)s', { name: who, ago: when })}
      </span>
      {editors.length > 0 && (
        <span role="status" className={css['others']}>
          <Users aria-hidden />
          <span className={css['age']}>
            {t.plural(editors.length, '%(names)s is editing, too', '%(names)s are editing, too', {
              names: editors.map((editor) => (editor.id === user.id ? t('another tab of yours') : fullName(editor))).join(', '),
            })}
          </span>
        </span>
      )}
    </div>
  )
}

type Props = { onProperties: () => void; onView: () => void }

export const EditActions = ({ onProperties, onView }: Props) => (
  <>
    <Button kind="quiet" icon={<Paintbrush />} className={css['wide'] ?? ''} onClick={onProperties}>
      {t('Properties')}
    </Button>
    <Button kind="quiet" icon={<Eye />} onClick={onView}>
      {t('View')}
    </Button>
  </>
)
