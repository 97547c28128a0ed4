/** Addresses of pages that a person may open, as Superset has them, and the folder of `src/web/pages` that draws each; `:x` stands for one part. */
const pages: Record<string, string> = {
  '/': 'home',
  '/welcome': 'password',
  '/sessions': 'sessions',
  '/superset/welcome': 'home',
  '/chart/list': 'charts',
  '/chart/add': 'new-chart',
  '/dashboard/list': 'dashboards',
  '/dashboard/new': 'new-dashboard',
  '/tablemodelview/list': 'datasets',
  '/dataset/add': 'new-dataset',
  '/dataset/:id': 'redirect',
  '/databaseview/list': 'databases',
  '/explore': 'explore',
  '/explore/p/:key': 'explore',
  '/explore/:type/:id': 'redirect',
  '/superset/explore': 'explore',
  '/superset/explore/p/:key': 'explore',
  '/superset/explore/:type/:id': 'redirect',
  '/superset/slice/:id': 'redirect',
  '/superset/dashboard/:idOrSlug': 'dashboard',
  '/superset/dashboard/p/:key': 'dashboard',
}

const patterns = Object.entries(pages).map(([pattern, page]) => ({
  page,
  matches: new RegExp(`^${pattern.replace(/\/$/, '').replaceAll(/:\w+/g, '[^/]+')}/?$`),
}))

/** The folder of `src/web/pages` that draws what stands at an address; null where no page does. */
export const pageOf = (path: string): string | null => patterns.find(({ matches }) => matches.test(path))?.page ?? null
