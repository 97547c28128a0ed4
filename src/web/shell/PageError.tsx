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

const wordsOf = (error: unknown): string =>
  isRouteErrorResponse(error)
    ? `${error.status} ${error.statusText}`
    : error instanceof Error
      ? (error.stack ?? error.message)
      : String(error)

/** The catch-all: what broke, with the text to copy. */
export const PageError = () => <Fault error={useRouteError()} />

export const Fault = ({ error }: { error: unknown }) =>
  error instanceof LoadFault ? <NotLoaded fault={error} /> : <Broken error={error} />

/** A page whose code did not come: a newer build asks for a reload, a lost network for another try. */
const NotLoaded = ({ fault: { outdated } }: { fault: LoadFault }) => {
  const navigate = useNavigate()
  const location = useLocation()
  return (
    <div className={css['page']} role="alert">
      <CloudOff className={css['icon']} aria-hidden />
      <h1 className={css['title']}>{outdated ? t('A newer version is running') : t('This page could not be loaded')}</h1>
      <p className={css['text']}>
        {outdated ? t('This page belongs to an older one. Loading it again is enough.') : t('The server could not be reached.')}
      </p>
      <div className={css['actions']}>
        <Button
          kind="primary"
          onClick={outdated ? reload : () => void navigate(location, { replace: true, state: location.state as unknown })}
        >
          {outdated ? t('Load again') : t('Try again')}
        </Button>
      </div>
    </div>
  )
}

const Broken = ({ error }: { error: unknown }) => {
  const [open, setOpen] = useState(false)
  const words = wordsOf(error)
  return (
    <div className={css['page']} role="alert">
      <Bug className={css['icon']} aria-hidden />
      <h1 className={css['title']}>{t('Unexpected error')}</h1>
      <p className={css['text']}>
        {isRouteErrorResponse(error)
          ? words
          : t('This page could not be shown. What was saved is not touched; loading it again often helps.')}
      </p>
      <div className={css['actions']}>
        <Button kind="primary" onClick={reload}>
          {t('Load again')}
        </Button>
        <Button kind="quiet" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? t('Hide details') : t('Details')}
        </Button>
      </div>
      {open && <Verbatim text={words} className={css['details']} />}
    </div>
  )
}

/** A dialog that broke: said once at the bottom, the page stays. */
export const Fallen = ({ error }: { error: unknown }) => {
  useEffect(() => {
    say(t('Unexpected error: %s', [wordsOf(error).split('\n')[0] ?? '']), { kind: 'bad' })
    useOverlays.setState(closedOverlays)
  }, [error])
  return null
}
