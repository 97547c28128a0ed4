import { Menu as MenuIcon, Plus, Search } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { t } from '#core/i18n/t.ts'
import { appName } from '../data/base-path.ts'
import { paths } from '../data/paths.ts'
import { useSession, type Session } from '../data/session.ts'
import { lazyMenu } from '../lazy/lazy-part.tsx'
import { Button, ButtonLink } from '../ui/button/Button.tsx'
import { IconButton } from '../ui/button/IconButton.tsx'
import { cx } from '../ui/cx.ts'
import { Kbd } from '../ui/keys/Kbd.tsx'
import { useMenuTrigger } from '../ui/overlay/use-menu-trigger.ts'
import { openPalette } from '../window/overlays.ts'
import { Logo } from './Mark.tsx'
import { accountName, canCreate, sectionsFor } from './sections.ts'
import css from './Shell.module.css'
import type { MenuName } from './TopBarMenu.tsx'

const loadMenu = async () => (await import('./TopBarMenu.tsx')).TopBarMenu
const TopBarMenu = lazyMenu(loadMenu)

type BarMenuProps = { name: MenuName; label: string; children: (trigger: ReturnType<typeof useMenuTrigger>['trigger']) => ReactNode }

const BarMenu = ({ name, label, children }: BarMenuProps) => {
  const { isOpen, wasOpened, anchor, close, lose, trigger } = useMenuTrigger()
  return (
    <>
      {children(trigger)}
      {wasOpened && <TopBarMenu {...{ name, label, isOpen, anchor }} onClose={close} onLost={lose} />}
    </>
  )
}

/** The menus load with the first pointer or focus on the bar, so that they open offline, too. */
const preloadMenus = () => void loadMenu().catch(() => undefined)

export const TopBar = ({ className }: { className?: string }) => {
  const session = useSession()
  const { pathname } = useLocation()
  return (
    <header className={cx(css['bar'], className)} onPointerEnter={preloadMenus} onFocus={preloadMenus}>
      <Link to={paths.home} className={css['brand']}>
        <Logo />
        {appName()}
      </Link>
      <nav className={cx(css['nav'], css['onlyWide'])} aria-label={t('Sections')}>
        {sectionsFor(session).map(({ to, label, isCurrent }) => (
          <Link key={to} to={to} className={css['navLink']} aria-current={isCurrent(pathname) ? 'page' : undefined}>
            {label}
          </Link>
        ))}
      </nav>
      <div className={css['free']} data-toast-place />
      <div className={css['right']}>
        <button type="button" className={cx(css['search'], css['onlyWide'])} aria-keyshortcuts="Meta+K Control+K" onClick={openPalette}>
          <Search aria-hidden />
          <span>{t('Search or run')}</span>
          <Kbd keys="⌘K" aria-hidden />
        </button>
        <span className={css['onlyWide']}>
          {canCreate(session) && (
            <BarMenu name="new" label={t('New')}>
              {(trigger) => (
                <Button {...trigger} icon={<Plus />}>
                  {t('New')}
                </Button>
              )}
            </BarMenu>
          )}
        </span>
        <span className={css['onlyWide']}>
          {session.isLoggedIn ? (
            <BarMenu name="account" label={t('Account')}>
              {(trigger) => (
                <button
                  type="button"
                  {...trigger}
                  className={css['avatar']}
                  aria-label={t('Account of %(name)s', { name: accountName(session) })}
                  data-initials={initials(session)}
                />
              )}
            </BarMenu>
          ) : (
            <ButtonLink to={paths.login}>{t('Log in')}</ButtonLink>
          )}
        </span>
        <IconButton className={css['onlyPhone']} label={t('Search or run')} icon={<Search />} onClick={openPalette} />
        <BarMenu name="phone" label={t('Menu')}>
          {(trigger) => <IconButton {...trigger} className={css['onlyPhone']} label={t('Menu')} icon={<MenuIcon />} />}
        </BarMenu>
      </div>
    </header>
  )
}

const initials = ({ user }: Session) => {
  const letters = [user.first_name, user.last_name].map((name) => name.slice(0, 1)).join('')
  return (letters || user.username.slice(0, 2) || '?').toUpperCase()
}
