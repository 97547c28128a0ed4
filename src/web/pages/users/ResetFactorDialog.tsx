import { factorReset } from '#api/bodies/sign-in/second-factor.ts'
import { resetFactorRoute } from '#api/second-factor.ts'
import { fullName } from '#core/format/full-name.ts'
import { t } from '#core/i18n/t.ts'
import { call } from '../../data/call.ts'
import { TextField } from '../../forms/FormField.tsx'
import { FormDialog } from '../../forms/FormFrame.tsx'
import { useEditForm } from '../../forms/use-edit-form.ts'
import { say } from '../../ui/feedback/toast.ts'
import type { UserRow } from './users-config.tsx'

/** Removes the second factor of somebody who has lost it; the reason is in the action log. */
export const ResetFactorDialog = ({ user, onClose }: { user: UserRow; onClose: () => void }) => {
  const name = fullName(user) || user.username
  const form = useEditForm({
    start: { reason: '' },
    body: { of: ({ reason }) => ({ reason: reason.trim() }), schema: factorReset },
    save: (body) => call(resetFactorRoute, { params: { pk: user.id }, body }),
    onSaved: () => {
      say(t('%(name)s has no second factor any more', { name }), { kind: 'good' })
      onClose()
    },
    isNew: true,
  })
  return (
    <FormDialog form={form} id="reset-factor" title={t('Reset the second factor')} action={t('Reset the second factor')} onClose={onClose}>
      <p>
        {t('%(name)s is logged out everywhere, and then logs in with the password alone until a second factor is set up again.', { name })}
      </p>
      <TextField form={form} name="reason" label={t('Reason')} hint={t('It stands in the action log')} required maxLength={500} />
    </FormDialog>
  )
}
