import {
  Braces,
  CircleUser,
  Database,
  EyeOff,
  KeyRound,
  MessageSquareText,
  MonitorSmartphone,
  Paintbrush,
  Palette,
  Rows3,
  ScanEye,
  ScrollText,
  ShieldCheck,
  SwatchBook,
  Tag,
  UserPlus,
  UserRound,
  UsersRound,
} from 'lucide-react'
import { t } from '#core/i18n/t.ts'
import { paths } from '../../data/paths.ts'
import type { Session } from '../../data/session.ts'

export type Section = { to: string; label: string; icon: typeof Database }
export type Group = { heading: string; sections: Section[] }

/** The settings sections that the user can open, by group. */
export const settingsGroups = ({
  isLoggedIn,
  hasPermission,
  viewing,
}: Pick<Session, 'isLoggedIn' | 'hasPermission' | 'viewing'>): Group[] =>
  [
    {
      heading: t('You'),
      sections: [
        { to: paths.settingsCommands, label: t('Appearance'), icon: Palette },
        // In a view as somebody else the account is not the viewer's.
        ...(isLoggedIn && !viewing
          ? [
              { to: paths.profile, label: t('Profile'), icon: CircleUser },
              { to: paths.password, label: t('Password'), icon: KeyRound },
              { to: paths.secondFactor, label: t('Second factor'), icon: ShieldCheck },
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
        ...(hasPermission('can_read', 'Theme') ? [{ to: paths.themes, label: t('Themes'), icon: SwatchBook }] : []),
        ...(hasPermission('can_read', 'Tag') ? [{ to: paths.tags, label: t('Tags'), icon: Tag }] : []),
      ],
    },
    {
      heading: t('People and rights'),
      sections: [
        ...(hasPermission('can_get', 'User') ? [{ to: paths.users, label: t('Users'), icon: UserRound }] : []),
        ...(hasPermission('can_list_roles', 'RoleRestAPI') ? [{ to: paths.roles, label: t('Roles'), icon: ShieldCheck }] : []),
        ...(hasPermission('can_get', 'Group') ? [{ to: paths.groups, label: t('Groups'), icon: UsersRound }] : []),
        ...(hasPermission('can_get', 'User') ? [{ to: paths.access({}), label: t('Who sees what'), icon: ScanEye }] : []),
        // Superset's roles hold the pair of the list without being shown anybody: requests are for those who may make accounts.
        ...(hasPermission('can_list', 'UserRegistrationsRestAPI') && hasPermission('can_post', 'User')
          ? [{ to: paths.registrations, label: t('Registration requests'), icon: UserPlus }]
          : []),
        ...(hasPermission('can_read', 'Row Level Security')
          ? [
              { to: paths.rowRules, label: t('Row-level security'), icon: Rows3 },
              { to: paths.columnRules, label: t('Column rules'), icon: EyeOff },
            ]
          : []),
        ...(hasPermission('can_read', 'Log') ? [{ to: paths.actionLog, label: t('Action log'), icon: ScrollText }] : []),
      ],
    },
  ].filter(({ sections }) => sections.length > 0)
