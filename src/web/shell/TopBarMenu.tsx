import {
  ChartColumn,
  ClipboardPaste,
  Database,
  Keyboard,
  LayoutDashboard,
  LogIn,
  LogOut,
  Monitor,
  Moon,
  Settings,
  SquareTerminal,
  Sun,
  Table2,
  Upload,
} from 'lucide-react'
import { t } from '#core/i18n/t.ts'
import { logOut } from '../data/log-in/log-in.ts'
import { paths } from '../data/paths.ts'
import { useSession, type Session } from '../data/session.ts'
import { useTheme } from '../theme/theme.ts'
import { openPaste } from '../upload/open-paste.ts'
import { keyText } from '../ui/keys/Kbd.tsx'
import { MenuList, type MenuEntry } from '../ui/overlay/Menu.tsx'
import type { Anchor } from '../ui/overlay/Popover.tsx'
import { openConnect, openUpload, useOverlays } from '../window/overlays.ts'
import { accountName, sectionsFor } from './sections.ts'

/** `phone` holds the sections and all of the other two. */
export type MenuName = 'new' | 'account' | 'phone'

type Props = { name: MenuName; label: string; isOpen: boolean; anchor: Anchor; onClose: () => void }

const widths: Record<MenuName, number> = { new: 224, account: 224, phone: 240 }

/** A menu of the top bar. */
export const TopBarMenu = ({ name, label, isOpen, anchor, onClose }: Props) => {
  const session = useSession()
  const theme = useTheme()
  const entries: Record<MenuName, () => MenuEntry[]> = {
    new: () => newEntries(session),
    account: () => accountEntries(session, theme),
    phone: () => [...phoneEntries(session), ...accountEntries(session, theme)],
  }
  return (
    <MenuList
      open={isOpen}
      onClose={onClose}
      anchor={anchor}
      label={label}
      align="end"
      width={widths[name]}
      entries={isOpen ? entries[name]() : []}
    />
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

const sectionIcons: Partial<Record<string, typeof Table2>> = {
  [paths.dashboards]: LayoutDashboard,
  [paths.charts]: ChartColumn,
  [paths.datasets]: Table2,
  [paths.databases]: Database,
  [paths.sqlLab]: SquareTerminal,
}

const phoneEntries = (session: Session): MenuEntry[] => [
  ...sectionsFor(session).map(({ to, label }) => {
    const Icon = sectionIcons[to]
    return { key: to, label, icon: Icon && <Icon />, to }
  }),
  'divider',
  { heading: t('New') },
  ...newEntries(session).filter((entry) => entry !== 'divider'),
  'divider',
]
