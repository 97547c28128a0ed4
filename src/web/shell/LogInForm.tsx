import { useState } from 'react'
import { t } from '#core/i18n/t.ts'
import { errorText } from '../data/call-error.ts'
import { logIn } from '../data/log-in/log-in.ts'
import { Button } from '../ui/button/Button.tsx'
import { Field } from '../ui/text/Field.tsx'
import { TextInput } from '../ui/text/TextInput.tsx'
import css from './LogInForm.module.css'

/** User name and password. A failed attempt keeps the name. */
export const LogInForm = ({ username: fixedUsername = '', onDone }: { username?: string; onDone: () => void }) => {
  const [username, setUsername] = useState(fixedUsername)
  const [password, setPassword] = useState('')
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState('')

  const submit = async () => {
    setBusy(true)
    setError('')
    try {
      await logIn(username, password)
      onDone()
    } catch (fault) {
      setError(errorText(fault))
      setPassword('')
    } finally {
      setBusy(false)
    }
  }

  return (
    <form
      className={css['form']}
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <Field label={t('User name')}>
        <TextInput
          name="username"
          autoComplete="username"
          required
          value={username}
          readOnly={fixedUsername !== ''}
          onValue={setUsername}
          data-autofocus={fixedUsername === '' || undefined}
        />
      </Field>
      <Field label={t('Password')} error={error}>
        <TextInput
          name="password"
          type="password"
          autoComplete="current-password"
          required
          value={password}
          onValue={setPassword}
          data-autofocus={fixedUsername !== '' || undefined}
        />
      </Field>
      <Button kind="primary" type="submit" busy={busy} className={css['submit'] ?? ''}>
        {t('Log in')}
      </Button>
    </form>
  )
}
