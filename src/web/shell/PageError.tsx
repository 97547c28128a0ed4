import { useEffect, useState } from 'react'
import { isRouteErrorResponse, useRouteError } from 'react-router'
import { Bug } from 'lucide-react'
import { t } from '#core/i18n/t.ts'
import { Button } from '../ui/Button.tsx'
import { CopyButton } from '../ui/CopyButton.tsx'
import { say } from '../ui/toast.ts'
import { closedOverlays, useOverlays } from './overlays.ts'
import css from './PageError.module.css'

const wordsOf = (error: unknown): string =>
  isRouteErrorResponse(error)
    ? `${error.status} ${error.statusText}`
    : error instanceof Error
      ? (error.stack ?? error.message)
      : String(error)

const isOutdated = (error: unknown) =>
  error instanceof Error && /dynamically imported module|Importing a module script failed/i.test(error.message)

/** The catch-all: what broke, with the text to copy. A page of an older build that is gone asks for a reload instead. */
export const PageError = () => <Fault error={useRouteError()} />

export const Fault = ({ error }: { error: unknown }) => {
  const [open, setOpen] = useState(false)
  const words = wordsOf(error)
  const outdated = isOutdated(error)
  return (
    <div className={css['page']} role="alert">
      <Bug className={css['icon']} aria-hidden />
      <h1 className={css['title']}>{outdated ? t('A newer version is running') : t('Unexpected error')}</h1>
      <p className={css['text']}>
        {outdated
          ? t('This page belongs to an older one. Loading it again is enough.')
          : isRouteErrorResponse(error)
            ? words
            : t('This page could not be shown. What was saved is not touched; loading it again often helps.')}
      </p>
      <div className={css['actions']}>
        <Button kind="primary" onClick={() => window.location.reload()}>
          {t('Load again')}
        </Button>
        {!outdated && (
          <Button kind="quiet" aria-expanded={open} onClick={() => setOpen(!open)}>
            {open ? t('Hide details') : t('Details')}
          </Button>
        )}
      </div>
      {open && (
        <div className={css['details']}>
          <pre>{words}</pre>
          <CopyButton text={words} />
        </div>
      )}
    </div>
  )
}

/** A dialog that broke: said once at the bottom, the page stays. */
export const Fallen = ({ error }: { error: unknown }) => {
  useEffect(() => {
    say(
      isOutdated(error)
        ? t('A newer version is running. Load the page again.')
        : t('Unexpected error: %s', [wordsOf(error).split('\n')[0] ?? '']),
      { kind: 'bad' },
    )
    useOverlays.setState(closedOverlays)
  }, [error])
  return null
}
