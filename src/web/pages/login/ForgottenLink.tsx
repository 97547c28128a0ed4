import { Link } from 'react-router'
import { t } from '#core/i18n/t.ts'
import { useCanMail } from '../../data/log-in/can-mail.ts'
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
