import { Navigate, Outlet, useLocation, useNavigation } from 'react-router'
import { t } from '#core/i18n/t.ts'
import { paths } from '../data/paths.ts'
import { useSessionQuery, useSignedOut } from '../data/session.ts'
import { useChanges } from '../data/changes/use-changes.ts'
import { lazyDialog, lazyPart } from '../lazy/lazy-part.tsx'
import { useQuestion } from '../ui/overlay/confirm.ts'
import { cx } from '../ui/cx.ts'
import { ErrorBoundary } from '../ui/feedback/ErrorBoundary.tsx'
import { ProgressLine } from '../ui/feedback/ProgressLine.tsx'
import { Toasts } from '../ui/feedback/Toasts.tsx'
import { Tooltips } from '../ui/overlay/Tooltips.tsx'
import { useKeys } from '../ui/keys/use-keys.ts'
import { GlobalDropTarget } from './DropAnywhere.tsx'
import { readDisplayFlags } from '#core/filters/address/display-flags.ts'
import { isInChartFrame } from '../window/chart-frame.ts'
import { useShellLayout } from '../window/frame.ts'
import { openPalette, useOverlays } from '../window/overlays.ts'
import { OverlayError, ErrorPage } from './PageError.tsx'
import { PageSkeleton } from './PageSkeleton.tsx'
import { TopBar } from './TopBar.tsx'
import { useNavigationGuard } from '../window/use-leave-guard.ts'
import { useThemePreference } from './use-theme-preference.ts'
import css from './Shell.module.css'

const CommandPalette = lazyDialog(async () => (await import('./palette/CommandPalette.tsx')).CommandPalette)
const KeyList = lazyDialog(async () => (await import('./palette/KeyList.tsx')).ShortcutList)
const SignInAgain = lazyPart(async () => (await import('./log-in/SignInAgain.tsx')).SessionEndedDialog)

const ViewBanner = lazyPart(async () => (await import('./ViewBanner.tsx')).ViewBanner)
const Confirm = lazyPart(async () => (await import('../ui/overlay/Confirm.tsx')).Confirm)

const renderOverlayError = (error: unknown) => <OverlayError error={error} />

/** The frame of every page except log-in: top bar, page and overlays. */
export const Shell = () => {
  const session = useSessionQuery()
  const location = useLocation()
  const { isBare, hidesBarOnPhone } = useShellLayout()
  const isNavigating = useNavigation().state !== 'idle'
  const { palette, keys } = useOverlays()
  const { signedOut } = useSignedOut()
  const isConfirmOpen = useQuestion(({ asked }) => asked !== null)
  const { hidesTopBar } = readDisplayFlags(new URLSearchParams(location.search))

  useThemePreference()
  useNavigationGuard()
  useChanges(session.data?.isLoggedIn === true && !signedOut)
  useKeys([
    { keys: '⌘K', label: t('Search or run anything'), run: openPalette, always: true },
    { keys: '?', label: t('Show keyboard shortcuts'), run: () => useOverlays.setState({ keys: true }) },
  ])

  if (session.isPending) return <PageSkeleton />
  if (session.isError) return <ErrorPage error={session.error} />
  if (session.data === null) {
    const next =
      location.pathname === '/' || location.pathname === paths.home
        ? ''
        : `?next=${encodeURIComponent(location.pathname + location.search)}`
    return <Navigate to={paths.login + next} replace />
  }

  return (
    <div className={css['shell']}>
      <a className={css['skip']} href="#main">
        {t('Skip to the content')}
      </a>
      {!isBare && !hidesTopBar && !isInChartFrame() && <TopBar className={cx(hidesBarOnPhone && css['hiddenOnPhone'])} />}
      {session.data.viewing && <ViewBanner />}
      <main id="main" tabIndex={-1} className={css['main']}>
        {isNavigating && <ProgressLine label={t('Loading')} />}
        <Outlet />
      </main>
      <ErrorBoundary resetKey={location.key} fallback={renderOverlayError}>
        <GlobalDropTarget />
        {palette && <CommandPalette onClose={() => useOverlays.setState({ palette: false })} />}
        {keys && <KeyList onClose={() => useOverlays.setState({ keys: false })} />}
        {signedOut && <SignInAgain username={session.data.user.username} />}
      </ErrorBoundary>
      {isConfirmOpen && <Confirm />}
      <Toasts />
      <Tooltips />
    </div>
  )
}
