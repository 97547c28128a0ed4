import { fullName } from '#core/format/full-name.ts'
import { t } from '#core/i18n/t.ts'
import { paths } from '../data/paths.ts'
import type { Session } from '../data/session.ts'

type Section = {
  to: string
  label: string
  needs: [permission: string, view: string]
  isCurrent: (path: string) => boolean
}

const allSections = (): Section[] => [
  {
    to: paths.dashboards,
    label: t('Dashboards'),
    needs: ['can_read', 'Dashboard'],
    isCurrent: (path) => path.startsWith('/dashboard') || path.startsWith('/superset/dashboard'),
  },
  {
    to: paths.charts,
    label: t('Charts'),
    needs: ['can_read', 'Chart'],
    isCurrent: (path) => /^\/(chart|explore|superset\/explore)/.test(path),
  },
  {
    to: paths.datasets,
    label: t('Datasets'),
    needs: ['can_read', 'Dataset'],
    isCurrent: (path) => /^\/(tablemodelview|dataset)/.test(path),
  },
  {
    to: paths.databases,
    label: t('Databases'),
    needs: ['can_read', 'Database'],
    isCurrent: (path) => path.startsWith('/databaseview'),
  },
  {
    to: paths.sqlLab,
    label: t('SQL'),
    needs: ['menu_access', 'SQL Lab'],
    isCurrent: (path) => /^\/((superset\/)?sqllab|savedqueryview)/.test(path),
  },
]

/** The parts of the product that somebody may open, as the top bar names them. */
export const sectionsFor = ({ hasPermission }: Session): Section[] => allSections().filter(({ needs }) => hasPermission(...needs))

/** What somebody may create: the New menu is there for any of it. */
const creations: readonly Section['needs'][] = [
  ['can_write', 'Chart'],
  ['can_write', 'Dashboard'],
  ['can_write', 'Dataset'],
  ['can_upload', 'Database'],
  ['can_write', 'Database'],
]

export const canCreate = ({ hasPermission }: Session): boolean => creations.some((needs) => hasPermission(...needs))

export const accountName = ({ user }: Session): string => fullName(user) || user.username
