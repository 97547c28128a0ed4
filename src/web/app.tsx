import { createBrowserRouter, Navigate, type RouteObject } from 'react-router'
import type { Room } from '#core/i18n/locales.ts'
import { pageTexts, pages, type PageName, type PagePath } from '#core/pages.ts'
import { basePath } from './data/base-path.ts'
import { loadTexts } from './data/log-in/page-language.ts'
import { paths } from './data/paths.ts'
import { loadCode } from './lazy/load-fault.ts'
import { PageError } from './shell/PageError.tsx'
import { Shell } from './shell/Shell.tsx'
import { PageSkeleton } from './shell/PageSkeleton.tsx'

type Page = { default: () => React.ReactNode }

const loaders: Record<PageName, () => Promise<Page>> = {
  home: () => import('./pages/home/HomePage.tsx'),
  login: () => import('./pages/login/LoginPage.tsx'),
  'new-password': () => import('./pages/new-password/NewPasswordPage.tsx'),
  register: () => import('./pages/register/RegisterPage.tsx'),
  password: () => import('./pages/password/PasswordPage.tsx'),
  settings: () => import('./pages/settings/SettingsPage.tsx'),
  sessions: () => import('./pages/sessions/SessionsPage.tsx'),
  tokens: () => import('./pages/tokens/TokensPage.tsx'),
  profile: () => import('./pages/profile/ProfilePage.tsx'),
  users: () => import('./pages/users/UsersPage.tsx'),
  roles: () => import('./pages/roles/RolesPage.tsx'),
  groups: () => import('./pages/groups/GroupsPage.tsx'),
  registrations: () => import('./pages/registrations/RegistrationsPage.tsx'),
  'action-log': () => import('./pages/action-log/ActionLogPage.tsx'),
  access: () => import('./pages/access/AccessPage.tsx'),
  'row-rules': () => import('./pages/row-rules/RowRulesPage.tsx'),
  'column-rules': () => import('./pages/column-rules/ColumnRulesPage.tsx'),
  'second-factor': () => import('./pages/second-factor/SecondFactorPage.tsx'),
  charts: () => import('./pages/charts/ChartsPage.tsx'),
  'new-chart': () => import('./pages/new-chart/NewChartPage.tsx'),
  dashboards: () => import('./pages/dashboards/DashboardsPage.tsx'),
  dashboard: () => import('./pages/dashboard/DashboardPage.tsx'),
  dataset: () => import('./pages/dataset/DatasetPage.tsx'),
  datasets: () => import('./pages/datasets/DatasetsPage.tsx'),
  'new-dataset': () => import('./pages/new-dataset/NewDatasetPage.tsx'),
  databases: () => import('./pages/databases/DatabasesPage.tsx'),
  'css-templates': () => import('./pages/css-templates/CssTemplatesPage.tsx'),
  'annotation-layers': () => import('./pages/annotation-layers/AnnotationLayersPage.tsx'),
  themes: () => import('./pages/themes/ThemesPage.tsx'),
  annotations: () => import('./pages/annotations/AnnotationsPage.tsx'),
  tags: () => import('./pages/tags/TagsPage.tsx'),
  tagged: () => import('./pages/tagged/TaggedPage.tsx'),
  sqllab: () => import('./pages/sqllab/SqlLabPage.tsx'),
  'saved-queries': () => import('./pages/saved-queries/SavedQueriesPage.tsx'),
  'query-history': () => import('./pages/query-history/QueryHistoryPage.tsx'),
  embedded: () => import('./pages/embedded/EmbeddedPage.tsx'),
  explore: () => import('./pages/explore/ExplorePage.tsx'),
  widgets: () => import('./pages/widgets/WidgetsPage.tsx'),
  redirect: () => import('./pages/redirect/RedirectPage.tsx'),
}

const lazyPage = (path: string, load: () => Promise<Page>, texts: readonly Room[] = []): RouteObject => ({
  path,
  lazy: async () => {
    const [page] = await Promise.all([loadCode(load), loadTexts(texts)])
    return { Component: page.default }
  },
})

/** Shows errors of the pages in place of them. It has to be on a parent route: React Router skips a route whose code did not load. */
const guarded = (children: RouteObject[]): RouteObject => ({ ErrorBoundary: PageError, children })

const settingsPaths = [
  '/settings',
  '/settings/password',
  '/sessions',
  '/settings/tokens',
  '/user_info',
  '/users',
  '/roles',
  '/list_groups',
  '/registrations',
  '/actionlog/list',
  '/access',
  '/rowlevelsecurity/list',
  '/columnrules/list',
  '/settings/second-factor',
  '/annotationlayer/list',
  '/annotationlayer/:id/annotation',
  '/csstemplatemodelview/list',
  '/theme/list',
  '/superset/tags',
] as const satisfies readonly PagePath[]

/** Pages outside the shell, the root, which redirects, and those inside the frame of the settings. */
const placed: readonly PagePath[] = ['/', '/login', '/new-password', '/register', '/embedded/:uuid', '/shared/:key', ...settingsPaths]

const pageAt = (path: PagePath) => lazyPage(path, loaders[pages[path]], pageTexts[pages[path]])
const pagePaths = Object.keys(pages) as PagePath[]

const routes: RouteObject[] = [
  guarded([pageAt('/login'), pageAt('/new-password'), pageAt('/register'), pageAt('/embedded/:uuid'), pageAt('/shared/:key')]),
  {
    Component: Shell,
    ErrorBoundary: PageError,
    HydrateFallback: PageSkeleton,
    children: [
      guarded([
        { path: '/', element: <Navigate to={paths.home} replace /> },
        {
          lazy: async () => ({ Component: (await loadCode(() => import('./pages/settings/SettingsFrame.tsx'))).default }),
          children: settingsPaths.map(pageAt),
        },
        ...pagePaths.filter((path) => !placed.includes(path)).map(pageAt),
        lazyPage('*', () => import('./pages/not-found/NotFoundPage.tsx')),
      ]),
    ],
  },
]

export const router = createBrowserRouter(routes, { basename: basePath() || '/' })
