import { useNavigate, useSearchParams } from 'react-router'
import type { signInFaults } from '#api/sign-in.ts'
import { t } from '#core/i18n/t.ts'
import { appName } from '../../data/base-path.ts'
import { safeNext } from '../../data/log-in/safe-next.ts'
import { EntryCard } from '../../shell/log-in/EntryCard.tsx'
import { LogInForm } from '../../shell/log-in/LogInForm.tsx'
import { usePageTitle } from '../../window/use-page-title.ts'
import { ForgottenLink, RegisterLink } from './LoginLinks.tsx'
import { OtherWays } from './OtherWays.tsx'
import css from './LoginPage.module.css'

/** Why a log-in by a provider did not work. */
const faults: Record<(typeof signInFaults)[number], () => string> = {
  failed: () => t('The log-in did not work. Try again; if it fails again, tell your administrator the time.'),
  expired: () => t('The log-in took too long, or began in another browser. Try again.'),
  denied: () => t('You cancelled the log-in.'),
  refused: () => t('You have no access here. Ask your administrator for an account.'),
}

const faultOf = (name: string | null) => Object.entries(faults).find(([fault]) => fault === name)?.[1]

const LoginPage = () => {
  usePageTitle(t('Log in'))
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const fault = faultOf(search.get('fault'))
  const enterPage = () => void navigate(safeNext(search.get('next')), { replace: true })
  return (
    <EntryCard>
      {search.has('expired') && (
        <p className={css['expired']} role="alert">
          {t('This link was already used or has expired. Restart %(app)s for a new one, or log in with a password.', {
            app: appName(),
          })}
        </p>
      )}
      {fault && (
        <p className={css['expired']} role="alert">
          {fault()}
        </p>
      )}
      <LogInForm
        onDone={enterPage}
        otherWays={
          <>
            <ForgottenLink />
            <RegisterLink />
            <OtherWays next={search.get('next')} onDone={enterPage} />
          </>
        }
      />
    </EntryCard>
  )
}

export default LoginPage
