import { useState, type ReactNode } from 'react'
import { t } from '#core/i18n/t.ts'
import { errorText } from '../../data/call-error.ts'
import { logIn, type Needed } from '../../data/log-in/log-in.ts'
import { lazyPart } from '../../lazy/lazy-part.tsx'
import { Button } from '../../ui/button/Button.tsx'
import { Field } from '../../ui/text/Field.tsx'
import { TextInput } from '../../ui/text/TextInput.tsx'
import css from './LogInForm.module.css'

const CodeStep = lazyPart(async () => (await import('./second-factor/CodeStep.tsx')).CodeStep)
const RecoveryCodes = lazyPart(async () => (await import('./second-factor/RecoveryCodes.tsx')).RecoveryCodes)

type Props = {
  username?: string
  onDone: () => void
  /** Ways to log in without a password, offered until one was given. */
  otherWays?: ReactNode
}

/** User name and password, then the code of a second factor, if there is one. A failed attempt keeps the name. */
export const LogInForm = ({ username: fixedUsername = '', onDone, otherWays }: Props) => {
  const [username, setUsername] = useState(fixedUsername)
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [needed, setNeeded] = useState<Needed | null>(null)
  const [recoveryCodes, setRecoveryCodes] = useState<string[]>([])
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState('')

  const attempt = async (run: () => Promise<void>) => {
    setBusy(true)
    setError('')
    try {
      await run()
    } catch (fault) {
      setError(errorText(fault))
      if (needed) setCode('')
      else setPassword('')
    } finally {
      setBusy(false)
    }
  }
  /** Sends name and password, with a passkey or with what was typed in the second step. */
  const submit = (account?: string) =>
    attempt(async () => {
      const typed = { ...(needed && { code }), ...(needed?.needs === 'enroll' && { setup: needed.setup }) }
      const more = account === undefined ? typed : { passkey: await (await import('../../data/log-in/passkey.ts')).signByPasskey(account) }
      const answer = await logIn({ username, password, ...more })
      if (answer.needs !== 'nothing') setNeeded(answer)
      else if (answer.recoveryCodes.length > 0) setRecoveryCodes(answer.recoveryCodes)
      else onDone()
    })

  if (recoveryCodes.length > 0)
    return (
      <div className={css['form']}>
        <RecoveryCodes codes={recoveryCodes} />
        <Button kind="primary" className={css['submit'] ?? ''} onClick={onDone}>
          {t('Continue')}
        </Button>
      </div>
    )
  return (
    <>
      <form
        className={css['form']}
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        {needed ? (
          <CodeStep needed={needed} code={code} error={error} onCode={setCode} onPasskey={(account) => void submit(account)} />
        ) : (
          <>
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
          </>
        )}
        <Button kind="primary" type="submit" busy={busy} className={css['submit'] ?? ''}>
          {t('Log in')}
        </Button>
      </form>
      {!needed && otherWays}
    </>
  )
}
