import { pageOf } from '#core/pages.ts'
import type { MenuEntry, MenuLink } from '#api/product.ts'
import { hasPair, type Principal } from '#core/access/principal.ts'
import { t } from '#core/i18n/t.ts'

const link = (name: string, label: string, { icon, url }: Pick<MenuLink, 'icon' | 'url'>): MenuLink => ({ name, label, icon, url })

const entries = (): MenuEntry[] => [
  {
    name: 'Security',
    label: t('Security'),
    icon: 'fa-cogs',
    childs: [
      '-',
      link('List Roles', t('List Roles'), { icon: '', url: '/roles/' }),
      link('List Users', t('List Users'), { icon: '', url: '/users/' }),
      link('List Groups', t('List Groups'), { icon: '', url: '/list_groups/' }),
      link('Action Log', t('Action Log'), { icon: 'fa-list-ol', url: '/actionlog/list' }),
      link('Row Level Security', t('Row Level Security'), { icon: 'fa-lock', url: '/rowlevelsecurity/list/' }),
    ],
  },
  {
    name: 'Data',
    label: t('Data'),
    icon: '',
    childs: [link('Databases', t('Database Connections'), { icon: 'fa-database', url: '/databaseview/list/' })],
  },
  link('Dashboards', t('Dashboards'), { icon: 'fa-dashboard', url: '/dashboard/list/' }),
  link('Charts', t('Charts'), { icon: 'fa-bar-chart', url: '/chart/list/' }),
  link('Datasets', t('Datasets'), { icon: 'fa-table', url: '/tablemodelview/list/' }),
  {
    name: 'SQL Lab',
    label: t('SQL'),
    icon: 'fa-flask',
    childs: [
      link('SQL Editor', t('SQL Lab'), { icon: 'fa-flask', url: '/sqllab/' }),
      link('Saved Queries', t('Saved Queries'), { icon: 'fa-save', url: '/savedqueryview/list/' }),
      link('Query Search', t('Query History'), { icon: 'fa-search', url: '/sqllab/history/' }),
    ],
  },
]

/** The menu entries that the principal may see; empty groups are omitted. */
export const buildMenu = (principal: Principal): MenuEntry[] => {
  const isOpen = ({ name, url }: MenuLink) => hasPair(principal, 'menu_access', name) && pageOf(url) !== null
  return entries().flatMap((entry): MenuEntry[] => {
    if ('url' in entry) return isOpen(entry) ? [entry] : []
    const childs = entry.childs.filter((child) => child === '-' || isOpen(child))
    return childs.some((child) => child !== '-') && hasPair(principal, 'menu_access', entry.name) ? [{ ...entry, childs }] : []
  })
}
