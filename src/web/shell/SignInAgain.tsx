import { t } from '#core/i18n/t.ts'
import { Dialog } from '../ui/overlay/Dialog.tsx'
import { useSignedOut } from '../data/session.ts'
import { LogInForm } from './LogInForm.tsx'

/** A session that ended under somebody's hands: what they were doing stays behind the dialog. */
export const SignInAgain = ({ username }: { username: string }) => {
  const close = () => useSignedOut.setState({ signedOut: false })
  return (
    <Dialog open title={t('Log in again')} width={400} closeOnPress={false} onClose={close}>
      <p style={{ marginBottom: 16 }}>{t('Your session has ended. What you were doing is still here.')}</p>
      <LogInForm username={username} onDone={close} />
    </Dialog>
  )
}
