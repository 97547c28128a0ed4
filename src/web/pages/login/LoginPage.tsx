import { useEffect, useRef } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { t } from '#core/i18n/t.ts'
import { appName } from '../../data/base-path.ts'
import { safeNext } from '../../data/log-in/safe-next.ts'
import { LogInForm } from '../../shell/LogInForm.tsx'
import { Logo } from '../../shell/Mark.tsx'
import { usePageTitle } from '../../window/use-page-title.ts'
import { focusFirst } from '../../ui/overlay/focus.ts'
import css from './LoginPage.module.css'

const LoginPage = () => {
  usePageTitle(t('Log in'))
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const card = useRef<HTMLElement>(null)
  useEffect(() => {
    if (card.current) focusFirst(card.current)
  }, [])
  return (
    <div className={css['page']}>
      <main ref={card} className={css['card']}>
        <div className={css['brand']}>
          <Logo />
          <h1>{appName()}</h1>
        </div>
        {search.has('expired') && (
          <p className={css['expired']} role="alert">
            {t('This link was already used or has expired. Restart %(app)s for a new one, or log in with a password.', {
              app: appName(),
            })}
          </p>
        )}
        <LogInForm onDone={() => void navigate(safeNext(search.get('next')), { replace: true })} />
      </main>
    </div>
  )
}

export default LoginPage
