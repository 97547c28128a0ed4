import { Database, KeyRound, MonitorSmartphone, Palette } from 'lucide-react'
import { t } from '#core/i18n/t.ts'
import { paths } from '../../data/paths.ts'
import type { Session } from '../../data/session.ts'

export type Section = { to: string; label: string; icon: typeof Database }
export type Group = { heading: string; sections: Section[] }

/** The settings sections that the user can open, by group. */
export const settingsGroups = ({ isLoggedIn, hasPermission }: Pick<Session, 'isLoggedIn' | 'hasPermission'>): Group[] =>
  [
    {
      heading: t('You'),
      sections: [
        { to: paths.settingsCommands, label: t('Appearance'), icon: Palette },
        ...(isLoggedIn
          ? [
              { to: paths.password, label: t('Password'), icon: KeyRound },
              { to: paths.sessions, label: t('Sessions'), icon: MonitorSmartphone },
            ]
          : []),
      ],
    },
    {
      heading: t('Data'),
      sections: hasPermission('can_read', 'Database') ? [{ to: paths.databases, label: t('Databases'), icon: Database }] : [],
    },
  ].filter(({ sections }) => sections.length > 0)
