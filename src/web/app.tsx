import { createBrowserRouter, Navigate, type RouteObject } from 'react-router'
import { basePath } from './data/base-path.ts'
import { paths } from './data/paths.ts'
import { loadCode } from './lazy/load-fault.ts'
import { PageError } from './shell/PageError.tsx'
import { Shell } from './shell/Shell.tsx'
import { PageSkeleton } from './shell/PageSkeleton.tsx'

type Page = { default: () => React.ReactNode }

const page = (path: string, load: () => Promise<Page>): RouteObject => ({
  path,
  lazy: async () => ({ Component: (await loadCode(load)).default }),
})

const home = () => import('./pages/home/HomePage.tsx')
const password = () => import('./pages/password/PasswordPage.tsx')
const explore = () => import('./pages/explore/ExplorePage.tsx')
const redirect = () => import('./pages/redirect/RedirectPage.tsx')
const dashboard = () => import('./pages/dashboard/DashboardPage.tsx')

/** What breaks in these pages is told in their place. A route whose code did not load cannot tell it itself: React Router leaves it out. */
const guarded = (children: RouteObject[]): RouteObject => ({ ErrorBoundary: PageError, children })

const routes: RouteObject[] = [
  guarded([page('/login', () => import('./pages/login/LoginPage.tsx'))]),
  {
    Component: Shell,
    ErrorBoundary: PageError,
    HydrateFallback: PageSkeleton,
    children: [
      guarded([
        { path: '/', element: <Navigate to={paths.home} replace /> },
        page('/superset/welcome', home),
        page('/welcome', password),
        {
          lazy: async () => ({ Component: (await loadCode(() => import('./pages/settings/SettingsFrame.tsx'))).default }),
          children: [
            page('/settings', () => import('./pages/settings/SettingsPage.tsx')),
            page('/settings/password', password),
            page('/sessions', () => import('./pages/sessions/SessionsPage.tsx')),
          ],
        },
        page('/chart/list', () => import('./pages/charts/ChartsPage.tsx')),
        page('/dashboard/list', () => import('./pages/dashboards/DashboardsPage.tsx')),
        page('/tablemodelview/list', () => import('./pages/datasets/DatasetsPage.tsx')),
        page('/databaseview/list', () => import('./pages/databases/DatabasesPage.tsx')),
        page('/chart/add', () => import('./pages/new-chart/NewChartPage.tsx')),
        page('/dashboard/new', dashboard),
        page('/dataset/add', () => import('./pages/new-dataset/NewDatasetPage.tsx')),
        page('/explore', explore),
        page('/superset/explore', explore),
        page('/explore/p/:key', explore),
        page('/superset/explore/p/:key', explore),
        page('/superset/dashboard/:idOrSlug', dashboard),
        page('/superset/dashboard/p/:key', dashboard),
        ...['/dataset/:id', '/explore/:type/:id', '/superset/explore/:type/:id', '/superset/slice/:id'].map((path) => page(path, redirect)),
        page('*', () => import('./pages/not-found/NotFoundPage.tsx')),
      ]),
    ],
  },
]

export const router = createBrowserRouter(routes, { basename: basePath() || '/' })
