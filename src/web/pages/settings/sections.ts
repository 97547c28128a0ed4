import { Braces, Database, KeyRound, MessageSquareText, MonitorSmartphone, Paintbrush, Palette, Tag } from 'lucide-react'
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
              { to: paths.tokens, label: t('API tokens'), icon: Braces },
            ]
          : []),
      ],
    },
    {
      heading: t('Data'),
      sections: hasPermission('can_read', 'Database') ? [{ to: paths.databases, label: t('Databases'), icon: Database }] : [],
    },
    {
      heading: t('Content'),
      sections: [
        ...(hasPermission('can_read', 'Annotation')
          ? [{ to: paths.annotationLayers, label: t('Annotation layers'), icon: MessageSquareText }]
          : []),
        ...(hasPermission('can_read', 'CssTemplate') ? [{ to: paths.cssTemplates, label: t('CSS templates'), icon: Paintbrush }] : []),
        ...(hasPermission('can_read', 'Tag') ? [{ to: paths.tags, label: t('Tags'), icon: Tag }] : []),
      ],
    },
  ].filter(({ sections }) => sections.length > 0)
