import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { waysRoute } from '#api/sign-in.ts'
import { t } from '#core/i18n/t.ts'
import { paths } from '../../data/paths.ts'
import { routeQuery } from '../../data/resources.ts'
import css from './LoginPage.module.css'

/** The way to a new password, where mail can be sent. */
export const ForgottenLink = () => {
  const canMail = useQuery({ ...routeQuery(waysRoute), select: ({ result }) => result.mail })
  if (!canMail.data) return null
  return (
    <Link className={css['forgotten']} to={paths.newPassword}>
      {t('Forgot your password?')}
    </Link>
  )
}
