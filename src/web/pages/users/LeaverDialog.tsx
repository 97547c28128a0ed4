import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { userDelete, userList, type OwnedObject } from '#api/users.ts'
import { fullName } from '#core/format/full-name.ts'
import { t } from '#core/i18n/t.ts'
import { call } from '../../data/call.ts'
import { errorText } from '../../data/call-error.ts'
import { RecordsField, type NamedRecord } from '../../forms/RecordsField.tsx'
import { searchUsers } from '../../lists/people/searches.ts'
import { Button } from '../../ui/button/Button.tsx'
import { say } from '../../ui/feedback/toast.ts'
import { Dialog } from '../../ui/overlay/Dialog.tsx'
import { Field } from '../../ui/text/Field.tsx'
import css from './LeaverDialog.module.css'
import type { UserRow } from './users-config.tsx'

/** Names of owned objects that are listed; more are counted. */
const maxListed = 12

type Props = { user: UserRow; owned: readonly OwnedObject[]; onClose: () => void }

/** Deletes an account that owns something, and gives that to somebody else. */
export const LeaverDialog = ({ user, owned, onClose }: Props) => {
  const client = useQueryClient()
  const [heirs, setHeirs] = useState<NamedRecord[]>([])
  const name = fullName(user) || user.username
  const [heir] = heirs
  const removal = useMutation({
    mutationFn: () => call(userDelete, { params: { pk: user.id }, query: heir ? { new_owner: heir.id } : {} }),
    onSuccess: async () => {
      say(t('Deleted: %s', [name]), { kind: 'good' })
      onClose()
      await client.invalidateQueries({ queryKey: [userList.path] })
    },
  })
  const footer = (
    <>
      <Button onClick={onClose}>{t('Cancel')}</Button>
      <Button kind="danger" busy={removal.isPending} onClick={() => removal.mutate()}>
        {heir ? t('Delete and hand over') : t('Delete without a new owner')}
      </Button>
    </>
  )
  return (
    <Dialog open title={t('Delete “%(name)s”?', { name })} footer={footer} onClose={onClose}>
      <div className={css['body']}>
        <p>{t.plural(owned.length, 'This person owns %(count)s object:', 'This person owns %(count)s objects:')}</p>
        <ul className={css['owned']}>
          {owned.slice(0, maxListed).map((object) => (
            <li key={`${object.kind} ${object.id}`}>
              {object.name}
              {object.is_sole && <span className={css['note']}>{t('no other owner')}</span>}
            </li>
          ))}
          {owned.length > maxListed && <li>{t('and %(count)s more', { count: owned.length - maxListed })}</li>}
        </ul>
        <Field
          label={t('New owner')}
          hint={t('Without a new owner, only administrators can change what nobody else owns.')}
          error={removal.error ? errorText(removal.error) : undefined}
        >
          <RecordsField label={t('New owner')} records={heirs} onChange={(all) => setHeirs(all.slice(-1))} search={searchUsers} />
        </Field>
      </div>
    </Dialog>
  )
}
