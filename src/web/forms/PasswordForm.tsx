import { useNavigate } from 'react-router'
import { minPasswordLength, password as passwordText } from '#api/bodies/me.ts'
import { body } from '#api/declare/field.ts'
import { t } from '#core/i18n/t.ts'
import { paths } from '../data/paths.ts'
import { FormBody } from './FormBody.tsx'
import { TextField } from './FormField.tsx'
import { useEditForm } from './use-edit-form.ts'
import { Button } from '../ui/button/Button.tsx'
import { say } from '../ui/feedback/toast.ts'
import css from './EntryForm.module.css'

export const passwordHint = () => t('%(count)s characters or more', { count: minPasswordLength })

/** What is wrong with a password that was typed twice. */
export const passwordFaults = ({ password, again }: { password: string; again: string }) => [
  ...([...password].length < minPasswordLength ? [{ path: 'password', text: passwordHint() }] : []),
  ...(again === password ? [] : [{ path: 'again', text: t('The passwords do not match') }]),
]

type Props = {
  lead?: string
  action: string
  save: (password: string) => Promise<{ username: string }>
  savedText: (username: string) => string
}

/** A password, typed twice, for an account that a link from a mail is about; then the log-in. */
export const PasswordForm = ({ lead, action, save, savedText }: Props) => {
  const navigate = useNavigate()
  const form = useEditForm({
    start: { password: '', again: '' },
    body: { of: ({ password }) => ({ password }), schema: body({ password: passwordText }) },
    check: passwordFaults,
    save: ({ password }) => save(password),
    onSaved: async ({ username }) => {
      say(savedText(username), { kind: 'good' })
      await navigate(paths.login)
    },
    isNew: true,
  })
  return (
    <FormBody form={form}>
      {lead && <p className={css['lead']}>{lead}</p>}
      <TextField form={form} name="password" label={t('New password')} hint={passwordHint()} type="password" autoComplete="new-password" />
      <TextField form={form} name="again" label={t('Repeat new password')} type="password" autoComplete="new-password" />
      <Button kind="primary" type="submit" busy={form.isBusy} className={css['submit'] ?? ''}>
        {action}
      </Button>
    </FormBody>
  )
}
