import { Link } from 'react-router'
import { t } from '#core/i18n/t.ts'
import { useCanMail, useRegistration } from '../../data/log-in/ways.ts'
import { paths } from '../../data/paths.ts'
import css from './LoginPage.module.css'

/** The way to a new password, where mail can be sent. */
export const ForgottenLink = () => {
  if (!useCanMail()) return null
  return (
    <Link className={css['forgotten']} to={paths.newPassword}>
      {t('Forgot your password?')}
    </Link>
  )
}

/** The way to an account, where people may ask for one. */
export const RegisterLink = () => {
  if (useRegistration() === 'none') return null
  return (
    <Link className={css['forgotten']} to={paths.register}>
      {t('Create an account')}
    </Link>
  )
}
