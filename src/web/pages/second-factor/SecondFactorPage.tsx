import { useQuery } from '@tanstack/react-query'
import { ShieldCheck, ShieldOff } from 'lucide-react'
import { useState } from 'react'
import { secondFactorRoute } from '#api/second-factor.ts'
import { t } from '#core/i18n/t.ts'
import { errorText } from '../../data/call-error.ts'
import { routeQuery } from '../../data/resources.ts'
import { lazyDialog } from '../../lazy/lazy-part.tsx'
import { ago } from '../../lists/time/ago.ts'
import { Button } from '../../ui/button/Button.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { EmptyState, ErrorState } from '../../ui/feedback/State.tsx'
import css from '../../ui/table/facts.module.css'
import rows from '../../ui/table/rows.module.css'
import words from '../../ui/text/words.module.css'
import { usePageTitle } from '../../window/use-page-title.ts'
import { PasskeyList } from './PasskeyList.tsx'

const TurnOnDialog = lazyDialog(async () => (await import('./TurnOnDialog.tsx')).TurnOnDialog)
const CodeDialog = lazyDialog(async () => (await import('./CodeDialog.tsx')).CodeDialog)

/** The second factor of the account: turning it on and off, and recovery codes. */
const SecondFactorPage = () => {
  usePageTitle(t('Second factor'))
  const [open, setOpen] = useState<'on' | 'off' | 'codes' | null>(null)
  const factor = useQuery({ ...routeQuery(secondFactorRoute), select: ({ result }) => result })
  const close = () => setOpen(null)
  const { totp, passkeys = [], recovery_codes: left = 0, is_demanded: isDemanded = false } = factor.data ?? {}
  const leftText = t.plural(left, '%(count)s recovery code left', '%(count)s recovery codes left', { count: left })
  return (
    <div className={css['page']}>
      <header className={css['head']}>
        <div>
          <h1>{t('Second factor')}</h1>
          <p className={css['lead']}>{t('It keeps others out even if they know your password.')}</p>
        </div>
      </header>
      {factor.isError ? (
        <ErrorState
          title={t('The second factor could not be loaded')}
          text={errorText(factor.error)}
          onRetry={() => void factor.refetch()}
        />
      ) : factor.isPending ? (
        <Skeleton width="48%" />
      ) : totp ? (
        <ul className={rows['list']} aria-label={t('Second factor')}>
          <li className={css['row']}>
            <ShieldCheck aria-hidden className={css['icon']} />
            <div className={words['words']}>
              <span className={css['name']}>{t('Codes of an app')}</span>
              <span className={css['facts']}>
                {[
                  t('on since %(ago)s', { ago: ago(totp.created_on) }),
                  totp.used_on ? t('last used %(ago)s', { ago: ago(totp.used_on) }) : t('never used'),
                  leftText,
                ].join(' · ')}
              </span>
            </div>
            <Button dense onClick={() => setOpen('codes')}>
              {t('New recovery codes')}
            </Button>
            {(!isDemanded || passkeys.length > 0) && (
              <Button dense kind="danger" onClick={() => setOpen('off')}>
                {t('Turn off')}
              </Button>
            )}
          </li>
        </ul>
      ) : (
        <EmptyState
          icon={<ShieldOff />}
          title={passkeys.length > 0 ? t('No codes of an app yet') : t('No second factor yet')}
          text={t('An app on your phone shows a new code every 30 seconds. Logging in with a password then asks for it.')}
          actions={
            <Button kind="primary" onClick={() => setOpen('on')}>
              {t('Set up')}
            </Button>
          }
        />
      )}
      {factor.data && !totp && passkeys.length > 0 && <p className={css['lead']}>{leftText}</p>}
      {factor.data && <PasskeyList passkeys={passkeys} isOnlyFactor={!totp} proof={factor.data.proof} />}
      {open === 'on' && factor.data && <TurnOnDialog proof={factor.data.proof} onClose={close} />}
      {(open === 'off' || open === 'codes') && <CodeDialog action={open} onClose={close} />}
    </div>
  )
}

export default SecondFactorPage
