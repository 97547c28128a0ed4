import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { invitationSend } from '#api/password-link.ts'
import { userInfo } from '#api/users.ts'
import { t } from '#core/i18n/t.ts'
import { call } from '../../data/call.ts'
import { errorText } from '../../data/call-error.ts'
import { useCanMail } from '../../data/log-in/ways.ts'
import { lazyDialog } from '../../lazy/lazy-part.tsx'
import { ListPage } from '../../lists/page/ListPage.tsx'
import { useEditedRow } from '../../lists/use-edited.ts'
import { useListSession } from '../../lists/use-list-session.ts'
import { say } from '../../ui/feedback/toast.ts'
import type { Leaver } from './confirm-leaving.ts'
import { usersConfig, type UserRow } from './users-config.tsx'

const UserSheet = lazyDialog(async () => (await import('./UserSheet.tsx')).UserSheet)

const ResetFactorDialog = lazyDialog(async () => (await import('./ResetFactorDialog.tsx')).ResetFactorDialog)

const LeaverDialog = lazyDialog(async () => (await import('./LeaverDialog.tsx')).LeaverDialog)

/** Accounts with their roles and groups. */
const UsersPage = () => {
  const session = useListSession({ info: userInfo, view: 'User', noun: t.plural(1, 'user', 'users') })
  const { edited, edit, close } = useEditedRow<UserRow | 'new'>()
  const [leaver, setLeaver] = useState<Leaver | null>(null)
  const [locked, setLocked] = useState<UserRow | null>(null)
  const canMail = useCanMail()
  const invitation = useMutation({
    mutationFn: ({ id }: UserRow) => call(invitationSend, { params: { pk: id } }),
    onSuccess: (_answer, { email }) => say(t('A link was sent to %(address)s', { address: email }), { kind: 'good' }),
    onError: (error) => say(errorText(error), { kind: 'bad' }),
  })
  return (
    <>
      <ListPage
        config={usersConfig({ session, edit, leave: setLeaver, reset: setLocked, ...(canMail && { invite: invitation.mutate }) })}
      />
      {edited !== null && <UserSheet key={edited === 'new' ? 'new' : edited.id} user={edited === 'new' ? null : edited} onClose={close} />}
      {locked && <ResetFactorDialog user={locked} onClose={() => setLocked(null)} />}
      {leaver && <LeaverDialog {...leaver} onClose={() => setLeaver(null)} />}
    </>
  )
}

export default UsersPage
