import { t } from '#core/i18n/t.ts'
import { Dialog } from '../../ui/overlay/Dialog.tsx'
import { useSignedOut } from '../../data/session.ts'
import { LogInForm } from './LogInForm.tsx'

/** Asks to log in again when the session has ended, without leaving the page. */
export const SessionEndedDialog = ({ username }: { username: string }) => {
  const close = () => useSignedOut.setState({ signedOut: false })
  return (
    <Dialog open title={t('Log in again')} width={400} closeOnPress={false} onClose={close}>
      <p style={{ marginBottom: 16 }}>{t('Your session has ended. Your work is still here.')}</p>
      <LogInForm username={username} onDone={close} />
    </Dialog>
  )
}
