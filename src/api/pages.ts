/** Addresses of pages that a person may open, as Superset has them; `:x` stands for one part. */
const patterns = [
  '/',
  '/welcome',
  '/superset/welcome',
  '/chart/list',
  '/chart/add',
  '/dashboard/list',
  '/dashboard/new',
  '/tablemodelview/list',
  '/dataset/add',
  '/dataset/:id',
  '/databaseview/list',
  '/explore',
  '/explore/p/:key',
  '/explore/:type/:id',
  '/superset/explore',
  '/superset/explore/p/:key',
  '/superset/explore/:type/:id',
  '/superset/slice/:id',
  '/superset/dashboard/:idOrSlug',
  '/superset/dashboard/p/:key',
]

const pages = new RegExp(`^(?:${patterns.map((pattern) => pattern.replace(/\/$/, '').replaceAll(/:\w+/g, '[^/]+')).join('|')})/?$`)

export const isPage = (path: string): boolean => pages.test(path)
