import { useEffect, useState } from 'react'
import { isRouteErrorResponse, useLocation, useNavigate, useRouteError } from 'react-router'
import { Bug, CloudOff } from 'lucide-react'
import { t } from '#core/i18n/t.ts'
import { LoadFault, reload } from '../lazy/load-fault.ts'
import { Button } from '../ui/button/Button.tsx'
import { say } from '../ui/feedback/toast.ts'
import { Verbatim } from '../ui/text/Verbatim.tsx'
import { closedOverlays, useOverlays } from '../window/overlays.ts'
import css from './PageError.module.css'

const errorDetails = (error: unknown): string =>
  isRouteErrorResponse(error)
    ? `${error.status} ${error.statusText}`
    : error instanceof Error
      ? (error.stack ?? error.message)
      : String(error)

/** Error element of the routes: shows what failed, with details to copy. */
export const PageError = () => <ErrorPage error={useRouteError()} />

export const ErrorPage = ({ error }: { error: unknown }) =>
  error instanceof LoadFault ? <LoadFaultPage fault={error} /> : <UnexpectedErrorPage error={error} />

/** The code of a page could not be loaded: offers to reload for a newer build, or to retry. */
const LoadFaultPage = ({ fault: { isOutdated } }: { fault: LoadFault }) => {
  const navigate = useNavigate()
  const location = useLocation()
  return (
    <div className={css['page']} role="alert">
      <CloudOff className={css['icon']} aria-hidden />
      <h1 className={css['title']}>{isOutdated ? t('A newer version is available') : t('This page could not be loaded')}</h1>
      <p className={css['text']}>{isOutdated ? t('Reload the page to use it.') : t('The server could not be reached.')}</p>
      <div className={css['actions']}>
        <Button
          kind="primary"
          onClick={isOutdated ? reload : () => void navigate(location, { replace: true, state: location.state as unknown })}
        >
          {isOutdated ? t('Reload') : t('Try again')}
        </Button>
      </div>
    </div>
  )
}

const UnexpectedErrorPage = ({ error }: { error: unknown }) => {
  const [open, setOpen] = useState(false)
  const details = errorDetails(error)
  return (
    <div className={css['page']} role="alert">
      <Bug className={css['icon']} aria-hidden />
      <h1 className={css['title']}>{t('Unexpected error')}</h1>
      <p className={css['text']}>
        {isRouteErrorResponse(error) ? details : t('This page could not be shown. Your saved work is safe; reloading often helps.')}
      </p>
      <div className={css['actions']}>
        <Button kind="primary" onClick={reload}>
          {t('Reload')}
        </Button>
        <Button kind="quiet" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? t('Hide details') : t('Details')}
        </Button>
      </div>
      {open && <Verbatim text={details} className={css['details']} />}
    </div>
  )
}

/** Reports a failed dialog in a toast and closes it; the page stays. */
export const OverlayError = ({ error }: { error: unknown }) => {
  useEffect(() => {
    say(t('Unexpected error: %s', [errorDetails(error).split('\n')[0] ?? '']), { kind: 'bad' })
    useOverlays.setState(closedOverlays)
  }, [error])
  return null
}
