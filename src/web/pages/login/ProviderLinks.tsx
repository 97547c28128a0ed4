import { useQuery } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { waysRoute } from '#api/sign-in.ts'
import { t } from '#core/i18n/t.ts'
import { basePath } from '../../data/base-path.ts'
import { routeQuery } from '../../data/resources.ts'
import css from './LoginPage.module.css'

/** Links to the OpenID providers where people may log in instead. */
export const ProviderLinks = ({ next }: { next: string | null }) => {
  const ways = useQuery({ ...routeQuery(waysRoute), select: ({ result }) => result.providers })
  if (!ways.data?.length) return null
  return (
    <div className={css['providers']} role="group" aria-label={t('Other ways to log in')}>
      <p className={css['or']}>{t('or')}</p>
      {ways.data.map(({ label, path }) => (
        <a key={path} className={css['provider']} href={`${basePath()}${path}${next ? `?next=${encodeURIComponent(next)}` : ''}`}>
          <KeyRound aria-hidden />
          {t('Log in with %(provider)s', { provider: label })}
        </a>
      ))}
    </div>
  )
}
