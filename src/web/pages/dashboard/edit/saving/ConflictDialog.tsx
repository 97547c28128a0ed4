import { t } from '#core/i18n/t.ts'
import { ago } from '../../../../lists/time/ago.ts'
import { fullName } from '../../../../lists/people/people.ts'
import { Button } from '../../../../ui/button/Button.tsx'
import { Dialog } from '../../../../ui/overlay/Dialog.tsx'
import { findDifferences } from '../../data/differences.ts'
import { useDashboard, useDashboardStore } from '../../state/dashboard-context.ts'
import { useSave } from '../../state/use-save.ts'
import css from './ConflictDialog.module.css'

/** Someone else has saved the dashboard since it was opened: shows who, when, and what an overwrite would replace. */
export const ConflictDialog = ({ onReload }: { onReload: () => void }) => {
  const store = useDashboardStore()
  const saving = useDashboard((state) => state.saving)
  const { conflict, isBusy } = saving
  const draft = useDashboard((state) => state.history.present)
  const { overwrite } = useSave()
  if (!conflict) return null
  const { record, etag } = conflict
  const close = () => store.getState().set({ saving: { ...saving, conflict: null } })
  const who = record.changed_by ? fullName(record.changed_by) : t('Somebody')
  return (
    <Dialog
      open
      role="alertdialog"
      width={560}
      title={t('Please confirm the overwrite values.')}
      onClose={close}
      footer={
        <>
          <Button kind="quiet" data-autofocus onClick={close}>
            {t('Keep editing')}
          </Button>
          <Button
            onClick={() => {
              close()
              onReload()
            }}
          >
            {t('Load the newer version')}
          </Button>
          <Button kind="danger" busy={isBusy} onClick={() => void overwrite(etag)}>
            {t('Overwrite')}
          </Button>
        </>
      }
    >
      <p>{t('%(name)s saved this dashboard %(ago)s, after you opened it.', { name: who, ago: ago(record.changed_on_utc) })}</p>
      <table className={css['table']}>
        <thead>
          <tr>
            <th scope="col">{t('What')}</th>
            <th scope="col">{t('Newer version')}</th>
            <th scope="col">{t('Yours')}</th>
          </tr>
        </thead>
        <tbody>
          {findDifferences(record, draft).map(({ name, theirs, mine }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{theirs}</td>
              <td>{mine}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Dialog>
  )
}
