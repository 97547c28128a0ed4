import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { changePasswordRoute } from '#api/me.ts'
import { minPasswordLength } from '#api/bodies/me.ts'
import { t } from '#core/i18n/t.ts'
import { call } from '../../data/call.ts'
import { CallError, textOf } from '../../data/call-error.ts'
import { paths } from '../../data/paths.ts'
import { safeNext } from '../../data/log-in/safe-next.ts'
import { sessionKey, useSession } from '../../data/session.ts'
import { usePageTitle } from '../../window/use-page-title.ts'
import { Button, ButtonLink } from '../../ui/button/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { Field } from '../../ui/text/Field.tsx'
import { focusFirst } from '../../ui/overlay/focus.ts'
import { TextInput } from '../../ui/text/TextInput.tsx'
import { say } from '../../ui/feedback/toast.ts'
import css from './PasswordPage.module.css'

/** The first page after a one-time link: set a password or go on. In the settings the page that changes it. */
const PasswordPage = () => {
  const { user } = useSession()
  const isFirst = !user.has_password
  const isSetting = useLocation().pathname.startsWith(paths.settings)
  const title = isFirst ? (isSetting ? t('Set password') : t('Welcome')) : t('Change password')
  usePageTitle(title)
  const navigate = useNavigate()
  const next = safeNext(useSearchParams()[0].get('next'))
  const client = useQueryClient()
  const form = useRef<HTMLFormElement>(null)
  const [current, setCurrent] = useState('')
  const [password, setPassword] = useState('')
  const [again, setAgain] = useState('')
  useEffect(() => {
    if (form.current) focusFirst(form.current)
  }, [])

  const save = useMutation({
    mutationFn: () => call(changePasswordRoute, { body: isFirst ? { password } : { password, current_password: current } }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: sessionKey })
      say(t('Password saved'), { kind: 'good' })
      if (!isSetting) return navigate(next)
      for (const empty of [setCurrent, setPassword, setAgain]) empty('')
    },
  })
  const tooShort = password !== '' && [...password].length < minPasswordLength
  const differs = again !== '' && again !== password
  const fields = save.error instanceof CallError ? save.error.fields : undefined
  const fault = (name: string) => (Array.isArray(fields?.[name]) ? fields[name].join(' ') : undefined)

  return (
    <div className={cx(css['page'], isSetting && css['setting'])}>
      <section className={css['card']}>
        <h1>{title}</h1>
        <p className={css['lead']}>
          {isFirst
            ? t('You are in as %(name)s. With a password you can come back at any time; without one, the next start prints a new link.', {
                name: user.username,
              })
            : t('Other sessions of %(name)s end when the password changes.', { name: user.username })}
        </p>
        <form
          ref={form}
          className={css['form']}
          onSubmit={(event) => {
            event.preventDefault()
            if (!tooShort && again === password) save.mutate()
          }}
        >
          <input type="text" name="username" autoComplete="username" defaultValue={user.username} hidden readOnly />
          {!isFirst && (
            <Field label={t('Present password')} error={fault('current_password')}>
              <TextInput type="password" autoComplete="current-password" required value={current} onValue={setCurrent} />
            </Field>
          )}
          <Field
            label={t('New password')}
            hint={t('%(count)s characters or more', { count: minPasswordLength })}
            error={tooShort ? t('%(count)s characters or more', { count: minPasswordLength }) : fault('password')}
          >
            <TextInput type="password" autoComplete="new-password" required value={password} onValue={setPassword} />
          </Field>
          <Field label={t('New password, again')} error={differs ? t('The two differ') : undefined}>
            <TextInput type="password" autoComplete="new-password" required value={again} onValue={setAgain} />
          </Field>
          {save.error && !fields && (
            <p className={css['error']} role="alert">
              {textOf(save.error)}
            </p>
          )}
          <div className={css['buttons']}>
            {!isSetting && (
              <ButtonLink kind="quiet" to={next}>
                {isFirst ? t('Go on without') : t('Cancel')}
              </ButtonLink>
            )}
            <Button kind="primary" type="submit" busy={save.isPending} disabled={!password || tooShort || again !== password}>
              {isFirst ? t('Set password') : t('Change password')}
            </Button>
          </div>
        </form>
      </section>
    </div>
  )
}

export default PasswordPage
