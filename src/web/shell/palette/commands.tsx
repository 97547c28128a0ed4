import {
  Bookmark,
  ChartColumn,
  ClipboardPaste,
  Database,
  Globe,
  History,
  Keyboard,
  LayoutDashboard,
  LogIn,
  LogOut,
  Monitor,
  MonitorSmartphone,
  Moon,
  Play,
  Plus,
  Settings,
  SquareTerminal,
  Sun,
  Table2,
  Upload,
  House,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { t } from '#core/i18n/t.ts'
import { logOut } from '../../data/log-in/log-in.ts'
import { paths } from '../../data/paths.ts'
import { sqlLabPaths } from '../../window/sql-lab-paths.ts'
import type { Session } from '../../data/session.ts'
import { useTheme, type ThemeChoice } from '../../theme/theme.ts'
import { useBindings } from '../../ui/keys/use-keys.ts'
import { chooseLanguage, languages } from '../languages.ts'
import { openConnect, openUpload, useOverlays } from '../../window/overlays.ts'
import { openPaste } from '../../upload/open-paste.ts'

/** An entry of the palette: opens a page (`to`) or runs an action. */
export type Command = { key: string; label: string; icon: ReactNode; hint?: string; to?: string; run?: () => void }

const pageCommands = ({ hasPermission, isLoggedIn, viewing }: Session): Command[] => [
  { key: 'home', label: t('Home'), icon: <House />, to: paths.home },
  ...(hasPermission('can_read', 'Dashboard')
    ? [{ key: 'dashboards', label: t('Dashboards'), icon: <LayoutDashboard />, to: paths.dashboards }]
    : []),
  ...(hasPermission('can_read', 'Chart') ? [{ key: 'charts', label: t('Charts'), icon: <ChartColumn />, to: paths.charts }] : []),
  ...(hasPermission('can_read', 'Dataset') ? [{ key: 'datasets', label: t('Datasets'), icon: <Table2 />, to: paths.datasets }] : []),
  ...(hasPermission('can_read', 'Database') ? [{ key: 'databases', label: t('Databases'), icon: <Database />, to: paths.databases }] : []),
  ...(hasPermission('menu_access', 'SQL Lab') ? [{ key: 'sql', label: t('SQL Lab'), icon: <SquareTerminal />, to: paths.sqlLab }] : []),
  ...(hasPermission('can_read', 'SavedQuery')
    ? [{ key: 'saved queries', label: t('Saved Queries'), icon: <Bookmark />, to: sqlLabPaths.savedQueries }]
    : []),
  ...(hasPermission('can_read', 'Query')
    ? [{ key: 'query history', label: t('Query History'), icon: <History />, to: sqlLabPaths.history }]
    : []),
  { key: 'settings', label: t('Settings'), icon: <Settings />, to: paths.settingsCommands },
  ...(isLoggedIn && !viewing ? [{ key: 'sessions', label: t('Sessions'), icon: <MonitorSmartphone />, to: paths.sessions }] : []),
]

const createCommands = ({ hasPermission }: Session): Command[] => [
  ...(hasPermission('can_write', 'Chart') ? [{ key: 'new chart', label: t('New chart'), icon: <Plus />, to: paths.newChart }] : []),
  ...(hasPermission('can_write', 'Dashboard')
    ? [{ key: 'new dashboard', label: t('New dashboard'), icon: <Plus />, to: paths.newDashboard }]
    : []),
  ...(hasPermission('can_write', 'Dataset')
    ? [{ key: 'new dataset', label: t('New dataset from a table'), icon: <Plus />, to: paths.newDataset }]
    : []),
  ...(hasPermission('can_upload', 'Database')
    ? [
        { key: 'upload', label: t('New dataset from a file'), icon: <Upload />, run: () => openUpload() },
        { key: 'paste', label: t('New dataset from a pasted table'), icon: <ClipboardPaste />, run: openPaste },
      ]
    : []),
  ...(hasPermission('can_execute_sql_query', 'SQLLab')
    ? [{ key: 'new query', label: t('New SQL query'), icon: <Plus />, to: sqlLabPaths.opening({ new: true }) }]
    : []),
  ...(hasPermission('can_write', 'Database')
    ? [{ key: 'connect', label: t('Connect a database'), icon: <Database />, run: () => openConnect() }]
    : []),
]

const themeCommand = (choice: ThemeChoice, label: string, Icon: typeof Sun): Command => ({
  key: `theme ${choice}`,
  label,
  icon: <Icon />,
  run: () => useTheme.getState().choose(choice),
})

const settings = ({ isLoggedIn, viewing }: Session): Command[] => [
  themeCommand('light', t('Light theme'), Sun),
  themeCommand('dark', t('Dark theme'), Moon),
  themeCommand('system', t('System theme'), Monitor),
  ...(isLoggedIn && !viewing
    ? languages.map(({ locale, name }) => ({
        key: `language ${locale}`,
        label: t('Language: %(name)s', { name }),
        icon: <Globe />,
        run: () => void chooseLanguage(locale),
      }))
    : []),
  { key: 'keys', label: t('Keyboard shortcuts'), icon: <Keyboard />, hint: '?', run: () => useOverlays.setState({ keys: true }) },
  isLoggedIn
    ? { key: 'log out', label: t('Log out'), icon: <LogOut />, run: () => void logOut() }
    : { key: 'log in', label: t('Log in'), icon: <LogIn />, to: paths.login },
]

/** Actions that the current page has bound to keys. */
const shortcutCommands = (): Command[] =>
  useBindings
    .getState()
    .bindings.filter(({ keys }) => keys !== '⌘K' && keys !== '?' && keys !== '/')
    // An action bound to two keys is listed once.
    .filter(({ label }, i, all) => all.findIndex((other) => other.label === label) === i)
    .map(({ keys, label, run }) => ({ key: `run ${keys}`, label, hint: keys, icon: <Play />, run }))

export const listCommands = (session: Session): Command[] => [
  ...shortcutCommands(),
  ...createCommands(session),
  ...pageCommands(session),
  ...settings(session),
]
