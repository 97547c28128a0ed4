import { useMutation, useQuery } from '@tanstack/react-query'
import { FingerprintPattern, KeyRound } from 'lucide-react'
import { waysRoute } from '#api/sign-in.ts'
import { t } from '#core/i18n/t.ts'
import { basePath } from '../../data/base-path.ts'
import { errorText } from '../../data/call-error.ts'
import { canUsePasskeys, logInByPasskey } from '../../data/log-in/passkey.ts'
import { routeQuery } from '../../data/resources.ts'
import { Button } from '../../ui/button/Button.tsx'
import css from './LoginPage.module.css'

/** A passkey, and links to the OpenID providers where people may log in instead. */
export const OtherWays = ({ next, onDone }: { next: string | null; onDone: () => void }) => {
  const ways = useQuery({ ...routeQuery(waysRoute), select: ({ result }) => result })
  const passkey = useMutation({ mutationFn: logInByPasskey, onSuccess: onDone })
  const { providers = [], passkeys: hasPasskeys = false } = ways.data ?? {}
  const offersPasskey = hasPasskeys && canUsePasskeys()
  if (providers.length === 0 && !offersPasskey) return null
  return (
    <div className={css['providers']} role="group" aria-label={t('Other ways to log in')}>
      <p className={css['or']}>{t('or')}</p>
      {offersPasskey && (
        <Button icon={<FingerprintPattern />} busy={passkey.isPending} onClick={() => passkey.mutate()}>
          {t('Log in with a passkey')}
        </Button>
      )}
      {passkey.isError && (
        <p className={css['fault']} role="alert">
          {errorText(passkey.error)}
        </p>
      )}
      {providers.map(({ label, path }) => (
        <a key={path} className={css['provider']} href={`${basePath()}${path}${next ? `?next=${encodeURIComponent(next)}` : ''}`}>
          <KeyRound aria-hidden />
          {t('Log in with %(provider)s', { provider: label })}
        </a>
      ))}
    </div>
  )
}
