import type { Room } from './i18n/locales.ts'

/**
 * Every page of the product: its address, as in Superset (`:x` stands for one segment), and the folder of `src/web/pages` that
 * draws it. The browser routes by this list, and the server answers a direct visit by it.
 */
export const pages = {
  '/': 'home',
  '/login': 'login',
  '/new-password': 'new-password',
  '/register': 'register',
  '/welcome': 'password',
  '/settings': 'settings',
  '/settings/password': 'password',
  '/sessions': 'sessions',
  '/settings/tokens': 'tokens',
  '/user_info': 'profile',
  '/users': 'users',
  '/roles': 'roles',
  '/list_groups': 'groups',
  '/registrations': 'registrations',
  '/actionlog/list': 'action-log',
  '/access': 'access',
  '/rowlevelsecurity/list': 'row-rules',
  '/columnrules/list': 'column-rules',
  '/settings/second-factor': 'second-factor',
  '/superset/welcome': 'home',
  '/chart/list': 'charts',
  '/chart/add': 'new-chart',
  '/dashboard/list': 'dashboards',
  '/dashboard/new': 'dashboard',
  '/tablemodelview/list': 'datasets',
  '/tablemodelview/edit/:id': 'dataset',
  '/dataset/add': 'new-dataset',
  '/dataset/:id': 'redirect',
  '/databaseview/list': 'databases',
  '/csstemplatemodelview/list': 'css-templates',
  '/annotationlayer/list': 'annotation-layers',
  '/annotationlayer/:id/annotation': 'annotations',
  '/theme/list': 'themes',
  '/superset/tags': 'tags',
  '/superset/all_entities': 'tagged',
  '/sqllab': 'sqllab',
  '/sqllab/p/:key': 'sqllab',
  '/superset/sqllab': 'sqllab',
  '/sqllab/history': 'query-history',
  '/superset/sqllab/history': 'query-history',
  '/savedqueryview/list': 'saved-queries',
  '/dev/widgets': 'widgets',
  '/embedded/:uuid': 'embedded',
  '/shared/:key': 'embedded',
  '/explore': 'explore',
  '/explore/p/:key': 'explore',
  '/explore/:type/:id': 'redirect',
  '/superset/explore': 'explore',
  '/superset/explore/p/:key': 'explore',
  '/superset/explore/:type/:id': 'redirect',
  '/superset/slice/:id': 'redirect',
  '/superset/dashboard/:idOrSlug': 'dashboard',
  '/superset/dashboard/p/:key': 'dashboard',
  '/dashboard/:idOrSlug': 'dashboard',
  '/dashboard/p/:key': 'dashboard',
} as const

export type PagePath = keyof typeof pages
export type PageName = (typeof pages)[PagePath]

/** The catalogues that a page needs beside that of the frame. */
export const pageTexts: Partial<Record<PageName, readonly Room[]>> = {
  login: ['account'],
  'new-password': ['account'],
  register: ['account', 'people'],
  tokens: ['account'],
  profile: ['people'],
  users: ['people'],
  roles: ['people'],
  groups: ['people'],
  registrations: ['people'],
  'action-log': ['people'],
  access: ['people'],
  'row-rules': ['people', 'explore', 'charts'],
  'column-rules': ['people', 'explore', 'charts'],
  'second-factor': ['account'],
  charts: ['charts', 'explore', 'dashboard'],
  datasets: ['explore', 'charts'],
  dashboards: ['dashboard', 'explore'],
  dashboard: ['dashboard', 'charts', 'explore'],
  embedded: ['dashboard', 'charts', 'explore'],
  explore: ['explore', 'charts', 'dashboard'],
  widgets: ['explore', 'charts', 'dashboard'],
  dataset: ['explore', 'charts'],
  'new-dataset': ['explore'],
  sqllab: ['sqllab', 'explore', 'charts', 'dashboard'],
  'saved-queries': ['sqllab', 'explore', 'charts', 'dashboard'],
  'query-history': ['sqllab', 'explore', 'charts', 'dashboard'],
}

const patterns = Object.entries(pages).map(([pattern, page]) => ({
  page,
  matches: new RegExp(`^${pattern.replace(/\/$/, '').replaceAll(/:\w+/g, '[^/]+')}/?$`),
}))

/** The page at an address, or null. */
export const pageOf = (path: string): PageName | null => patterns.find(({ matches }) => matches.test(path))?.page ?? null
