import { useState } from 'react'
import { Link, useLocation } from 'react-router'
import { registrationRequest } from '#api/bodies/sign-in/registration.ts'
import { registrationAsk, registrationConfirm } from '#api/registration.ts'
import { t } from '#core/i18n/t.ts'
import { call } from '../../data/call.ts'
import { useRegistration } from '../../data/log-in/ways.ts'
import { paths } from '../../data/paths.ts'
import { emptyText } from '../../forms/field-text.ts'
import { FormBody } from '../../forms/FormBody.tsx'
import { TextField } from '../../forms/FormField.tsx'
import { useEditForm } from '../../forms/use-edit-form.ts'
import { EntryCard } from '../../shell/log-in/EntryCard.tsx'
import { PasswordForm, passwordFaults, passwordHint } from '../../forms/PasswordForm.tsx'
import { Button } from '../../ui/button/Button.tsx'
import { usePageTitle } from '../../window/use-page-title.ts'
import css from '../../forms/EntryForm.module.css'

/** Where an account is asked for, and where the link in the mail leads. */
const RegisterPage = () => {
  const token = useLocation().hash.slice(1)
  const mode = useRegistration()
  usePageTitle(t('Create an account'))
  return (
    <EntryCard>
      {token ? <Confirm key={token} token={token} /> : <Ask key={mode} mode={mode} />}
      <Link className={css['back']} to={paths.login}>
        {t('Back to the log-in')}
      </Link>
    </EntryCard>
  )
}

export default RegisterPage

const empty = { username: '', first_name: '', last_name: '', email: '', password: '', again: '' }

const fields = ['username', 'first_name', 'last_name', 'email'] as const

const Ask = ({ mode }: { mode: ReturnType<typeof useRegistration> }) => {
  const [isSent, setIsSent] = useState(false)
  const needsPassword = mode === 'approval'
  const requestOf = ({ again: _again, password, ...person }: typeof empty) => ({ ...person, ...(needsPassword && { password }) })
  const form = useEditForm({
    start: empty,
    body: { of: requestOf, schema: registrationRequest },
    check: (values) => [
      ...fields.filter((name) => values[name].trim() === '').map((path) => ({ path, text: emptyText() })),
      ...(needsPassword ? passwordFaults(values) : []),
    ],
    save: (values) => call(registrationAsk, { body: requestOf(values) }),
    onSaved: () => setIsSent(true),
    isNew: true,
  })
  if (mode === 'none') return <p className={css['lead']}>{t('Accounts are made by administrators.')}</p>
  if (isSent)
    return (
      <p className={css['lead']} role="status">
        {mode === 'mail'
          ? t('A mail with a link is on its way. The link counts for a day.')
          : t('Your request was sent. You can log in as soon as an administrator has approved it.')}
      </p>
    )
  return (
    <FormBody form={form}>
      <p className={css['lead']}>
        {mode === 'mail' ? t('You get a mail with a link by which you choose a password.') : t('An administrator looks at your request.')}
      </p>
      <TextField form={form} name="username" label={t('User name')} autoComplete="username" required maxLength={128} />
      <TextField form={form} name="first_name" label={t('First name')} autoComplete="given-name" required maxLength={64} />
      <TextField form={form} name="last_name" label={t('Last name')} autoComplete="family-name" required maxLength={64} />
      <TextField form={form} name="email" label={t('E-mail address')} type="email" autoComplete="email" required maxLength={320} />
      {needsPassword && (
        <>
          <TextField form={form} name="password" label={t('Password')} hint={passwordHint()} type="password" autoComplete="new-password" />
          <TextField form={form} name="again" label={t('Repeat password')} type="password" autoComplete="new-password" />
        </>
      )}
      <Button kind="primary" type="submit" busy={form.isBusy} className={css['submit'] ?? ''}>
        {t('Ask for an account')}
      </Button>
    </FormBody>
  )
}

const Confirm = ({ token }: { token: string }) => (
  <PasswordForm
    lead={t('Your address is confirmed. Choose a password.')}
    action={t('Create the account')}
    save={(password) => call(registrationConfirm, { body: { token, password } })}
    savedText={(name) => t('Your account is ready. Log in as %(name)s.', { name })}
  />
)
