import { useState } from 'react'
import { Link, useLocation } from 'react-router'
import { passwordLinkRequest, passwordLinkUse } from '#api/password-link.ts'
import { t } from '#core/i18n/t.ts'
import { call } from '../../data/call.ts'
import { paths } from '../../data/paths.ts'
import { emptyText } from '../../forms/field-text.ts'
import { FormBody } from '../../forms/FormBody.tsx'
import { TextField } from '../../forms/FormField.tsx'
import { useEditForm } from '../../forms/use-edit-form.ts'
import { EntryCard } from '../../shell/log-in/EntryCard.tsx'
import { PasswordForm } from '../../forms/PasswordForm.tsx'
import { Button } from '../../ui/button/Button.tsx'
import { usePageTitle } from '../../window/use-page-title.ts'
import css from '../../forms/EntryForm.module.css'

/** Where a link from a mail leads. Without the link it can be asked for here. */
const NewPasswordPage = () => {
  const token = useLocation().hash.slice(1)
  return (
    <EntryCard>
      {token ? <ChoosePassword key={token} token={token} /> : <AskForLink />}
      <Link className={css['back']} to={paths.login}>
        {t('Back to the log-in')}
      </Link>
    </EntryCard>
  )
}

export default NewPasswordPage

const AskForLink = () => {
  usePageTitle(t('Forgot your password?'))
  const [sentTo, setSentTo] = useState('')
  const form = useEditForm({
    start: { name: '' },
    check: ({ name }) => (name.trim() ? [] : [{ path: 'name', text: emptyText() }]),
    save: ({ name }) => call(passwordLinkRequest, { body: { name: name.trim() } }),
    onSaved: (_answer, { name }) => setSentTo(name.trim()),
    isNew: true,
  })
  if (sentTo)
    return (
      <p className={css['lead']} role="status">
        {t('If there is an account %(name)s with an e-mail address, a mail with a link is on its way. The link counts for an hour.', {
          name: sentTo,
        })}
      </p>
    )
  return (
    <FormBody form={form}>
      <p className={css['lead']}>{t('You get a mail with a link by which you choose a new password.')}</p>
      <TextField form={form} name="name" label={t('User name or e-mail address')} autoComplete="username" />
      <Button kind="primary" type="submit" busy={form.isBusy} className={css['submit'] ?? ''}>
        {t('Send the link')}
      </Button>
    </FormBody>
  )
}

const ChoosePassword = ({ token }: { token: string }) => {
  usePageTitle(t('Choose a password'))
  return (
    <PasswordForm
      action={t('Save the password')}
      save={(password) => call(passwordLinkUse, { body: { token, password } })}
      savedText={(name) => t('Password saved. Log in as %(name)s.', { name })}
    />
  )
}
