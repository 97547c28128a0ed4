import {
  ChartColumn,
  ClipboardPaste,
  Database,
  Keyboard,
  LayoutDashboard,
  LogIn,
  LogOut,
  Menu as MenuIcon,
  Monitor,
  Moon,
  Plus,
  Search,
  Settings,
  SquareTerminal,
  Sun,
  Table2,
  Upload,
} from 'lucide-react'
import { Link, useLocation } from 'react-router'
import { t } from '#core/i18n/t.ts'
import { appName } from '../data/base-path.ts'
import { logOut } from '../data/log-in/log-in.ts'
import { paths } from '../data/paths.ts'
import { useSession, type Session } from '../data/session.ts'
import { useTheme } from '../theme/theme.ts'
import { Button, ButtonLink } from '../ui/button/Button.tsx'
import { cx } from '../ui/cx.ts'
import { IconButton } from '../ui/button/IconButton.tsx'
import { Kbd, keyText } from '../ui/keys/Kbd.tsx'
import { Menu, type MenuEntry } from '../ui/overlay/Menu.tsx'
import { Logo } from './Mark.tsx'
import { openConnect, openPalette, openUpload, useOverlays } from '../window/overlays.ts'
import { openPaste } from '../upload/open-paste.ts'
import css from './Shell.module.css'

type Section = {
  to: string
  label: string
  icon: typeof Table2
  needs: [permission: string, view: string]
  isCurrent: (path: string) => boolean
}

const sections = (): Section[] => [
  {
    to: paths.dashboards,
    label: t('Dashboards'),
    icon: LayoutDashboard,
    needs: ['can_read', 'Dashboard'],
    isCurrent: (path) => path.startsWith('/dashboard') || path.startsWith('/superset/dashboard'),
  },
  {
    to: paths.charts,
    label: t('Charts'),
    icon: ChartColumn,
    needs: ['can_read', 'Chart'],
    isCurrent: (path) => /^\/(chart|explore|superset\/explore)/.test(path),
  },
  {
    to: paths.datasets,
    label: t('Datasets'),
    icon: Table2,
    needs: ['can_read', 'Dataset'],
    isCurrent: (path) => /^\/(tablemodelview|dataset)/.test(path),
  },
  {
    to: paths.databases,
    label: t('Databases'),
    icon: Database,
    needs: ['can_read', 'Database'],
    isCurrent: (path) => path.startsWith('/databaseview'),
  },
  {
    to: paths.sqlLab,
    label: t('SQL'),
    icon: SquareTerminal,
    needs: ['menu_access', 'SQL Lab'],
    isCurrent: (path) => /^\/(superset\/)?sqllab/.test(path),
  },
]

export const TopBar = ({ className }: { className?: string }) => {
  const session = useSession()
  const theme = useTheme()
  const { pathname } = useLocation()
  const shown = sections().filter((section) => session.hasPermission(...section.needs))
  return (
    <header className={cx(css['bar'], className)}>
      <Link to={paths.home} className={css['brand']}>
        <Logo />
        {appName()}
      </Link>
      <nav className={cx(css['nav'], css['onlyWide'])} aria-label={t('Sections')}>
        {shown.map(({ to, label, isCurrent }) => (
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
          <NewMenu session={session} />
        </span>
        <span className={css['onlyWide']}>
          {session.isLoggedIn ? (
            <Menu label={t('Account')} align="end" width={224} entries={accountEntries(session, theme)}>
              <button type="button" className={css['avatar']} aria-label={t('Account of %(name)s', { name: accountName(session) })}>
                {initials(session)}
              </button>
            </Menu>
          ) : (
            <ButtonLink to={paths.login}>{t('Log in')}</ButtonLink>
          )}
        </span>
        <IconButton className={css['onlyPhone']} label={t('Search or run')} icon={<Search />} onClick={openPalette} />
        <Menu label={t('Menu')} align="end" width={240} entries={[...phoneEntries(session, shown), ...accountEntries(session, theme)]}>
          <IconButton className={css['onlyPhone']} label={t('Menu')} icon={<MenuIcon />} />
        </Menu>
      </div>
    </header>
  )
}

const NewMenu = ({ session }: { session: Session }) => {
  const entries = newEntries(session)
  if (entries.length === 0) return null
  return (
    <Menu label={t('New')} align="end" width={224} entries={entries}>
      <Button icon={<Plus />}>{t('New')}</Button>
    </Menu>
  )
}

const newEntries = ({ hasPermission }: Session): MenuEntry[] => [
  ...(hasPermission('can_write', 'Chart') ? [{ key: 'chart', label: t('Chart'), icon: <ChartColumn />, to: paths.newChart }] : []),
  ...(hasPermission('can_write', 'Dashboard')
    ? [{ key: 'dashboard', label: t('Dashboard'), icon: <LayoutDashboard />, to: paths.newDashboard }]
    : []),
  ...(hasPermission('can_write', 'Dataset')
    ? [{ key: 'table', label: t('Dataset from a table'), icon: <Table2 />, to: paths.newDataset }]
    : []),
  ...(hasPermission('can_upload', 'Database')
    ? [
        { key: 'file', label: t('Dataset from a file'), icon: <Upload />, onSelect: () => openUpload() },
        { key: 'paste', label: t('Dataset from a pasted table'), icon: <ClipboardPaste />, onSelect: openPaste },
      ]
    : []),
  ...(hasPermission('can_write', 'Database')
    ? ['divider' as const, { key: 'database', label: t('Database connection'), icon: <Database />, onSelect: () => openConnect() }]
    : []),
]

const themeEntries = ({ choice, choose }: ReturnType<typeof useTheme.getState>): MenuEntry[] => {
  const option = (key: typeof choice, label: string, Icon: typeof Sun): MenuEntry => ({
    key,
    label,
    icon: <Icon />,
    checked: choice === key,
    onSelect: () => choose(key),
  })
  return [
    { heading: t('Theme') },
    option('light', t('Light'), Sun),
    option('dark', t('Dark'), Moon),
    option('system', t('Same as system'), Monitor),
  ]
}

const accountEntries = (session: Session, theme: ReturnType<typeof useTheme.getState>): MenuEntry[] => [
  ...(session.isLoggedIn ? [{ heading: accountName(session) }] : []),
  { key: 'settings', label: t('Settings'), icon: <Settings />, to: paths.settingsCommands },
  'divider',
  ...themeEntries(theme),
  'divider',
  {
    key: 'keys',
    label: t('Keyboard shortcuts'),
    icon: <Keyboard />,
    hint: keyText('?'),
    onSelect: () => useOverlays.setState({ keys: true }),
  },
  session.isLoggedIn
    ? { key: 'out', label: t('Log out'), icon: <LogOut />, onSelect: () => void logOut() }
    : { key: 'in', label: t('Log in'), icon: <LogIn />, to: paths.login },
]

const phoneEntries = (session: Session, shown: Section[]): MenuEntry[] => [
  ...shown.map(({ to, label, icon: Icon }) => ({ key: to, label, icon: <Icon />, to })),
  'divider',
  { heading: t('New') },
  ...newEntries(session).filter((entry) => entry !== 'divider'),
  'divider',
]

const accountName = ({ user }: Session) => `${user.first_name} ${user.last_name}`.trim() || user.username

const initials = ({ user }: Session) => {
  const letters = [user.first_name, user.last_name].map((name) => name.slice(0, 1)).join('')
  return (letters || user.username.slice(0, 2) || '?').toUpperCase()
}
