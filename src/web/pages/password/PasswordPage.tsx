import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { changePasswordRoute } from '#api/me.ts'
import { minPasswordLength, newPassword } from '#api/bodies/me.ts'
import { t } from '#core/i18n/t.ts'
import { call } from '../../data/call.ts'
import { paths } from '../../data/paths.ts'
import { safeNext } from '../../data/log-in/safe-next.ts'
import { sessionKey, useSession } from '../../data/session.ts'
import type { Fault } from '../../forms/faults.ts'
import { emptyText } from '../../forms/field-text.ts'
import { FormBody } from '../../forms/FormBody.tsx'
import { TextField } from '../../forms/FormField.tsx'
import { useEditForm } from '../../forms/use-edit-form.ts'
import { usePageTitle } from '../../window/use-page-title.ts'
import { Button, ButtonLink } from '../../ui/button/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { focusFirst } from '../../ui/overlay/focus.ts'
import { say } from '../../ui/feedback/toast.ts'
import css from './PasswordPage.module.css'

const start = { current: '', password: '', again: '' }

const validatePassword = ({ current, password, again }: typeof start, isFirst: boolean): Fault[] => [
  ...(isFirst || current ? [] : [{ path: 'current', text: emptyText() }]),
  ...([...password].length < minPasswordLength
    ? [{ path: 'password', text: t('%(count)s characters or more', { count: minPasswordLength }) }]
    : []),
  ...(again === password ? [] : [{ path: 'again', text: t('The passwords do not match') }]),
]

/** Sets a password after a one-time link, which can be skipped. In the settings it changes the password. */
const PasswordPage = () => {
  const { user } = useSession()
  const isFirst = !user.has_password
  const isSetting = useLocation().pathname.startsWith(paths.settingsCommands)
  const title = isFirst ? (isSetting ? t('Set password') : t('Welcome')) : t('Change password')
  usePageTitle(title)
  const navigate = useNavigate()
  const next = safeNext(useSearchParams()[0].get('next'))
  const client = useQueryClient()
  const form = useEditForm({
    start,
    body: { of: ({ password, current }) => (isFirst ? { password } : { password, current_password: current }), schema: newPassword },
    check: (values) => validatePassword(values, isFirst),
    place: (path) => (path === 'current_password' ? 'current' : path),
    save: ({ password, current }) => call(changePasswordRoute, { body: isFirst ? { password } : { password, current_password: current } }),
    onSaved: async () => {
      await client.invalidateQueries({ queryKey: sessionKey })
      say(t('Password saved'), { kind: 'good' })
      if (isSetting) form.reset()
      else await navigate(next)
    },
  })
  const { element } = form
  useEffect(() => {
    if (element.current) focusFirst(element.current)
  }, [element])

  return (
    <div className={cx(css['page'], isSetting && css['setting'])}>
      <section className={css['card']}>
        <h1>{title}</h1>
        <p className={css['lead']}>
          {isFirst
            ? t(
                'You are logged in as %(name)s. With a password you can log in again at any time; without one, the next start prints a new link.',
                {
                  name: user.username,
                },
              )
            : t('Other sessions of %(name)s end when the password changes.', { name: user.username })}
        </p>
        <FormBody form={form}>
          <input type="text" name="username" autoComplete="username" defaultValue={user.username} hidden readOnly />
          {!isFirst && (
            <TextField form={form} name="current" label={t('Current password')} type="password" autoComplete="current-password" />
          )}
          <TextField
            form={form}
            name="password"
            label={t('New password')}
            hint={t('%(count)s characters or more', { count: minPasswordLength })}
            type="password"
            autoComplete="new-password"
          />
          <TextField form={form} name="again" label={t('Repeat new password')} type="password" autoComplete="new-password" />
          <div className={css['buttons']}>
            {!isSetting && (
              <ButtonLink kind="quiet" to={next}>
                {isFirst ? t('Continue without') : t('Cancel')}
              </ButtonLink>
            )}
            <Button kind="primary" type="submit" busy={form.isBusy} focusableWhenDisabled disabled={!form.canSave}>
              {isFirst ? t('Set password') : t('Change password')}
            </Button>
          </div>
        </FormBody>
      </section>
    </div>
  )
}

export default PasswordPage
