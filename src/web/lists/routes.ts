import {
  addFavoriteRoute,
  bulkDeleteRoute,
  deleteRoute,
  distinctRoute,
  favoriteStatusRoute,
  listRoute,
  relatedRoute,
  removeFavoriteRoute,
  restoreRoute,
} from '#api/resource.ts'

const named = {
  chart: { tag: 'chart', view: 'Chart' },
  dashboard: { tag: 'dashboard', view: 'Dashboard' },
  dataset: { tag: 'dataset', view: 'Dataset' },
  database: { tag: 'database', view: 'Database' },
} as const

export type ListedTag = keyof typeof named

/** The routes that every listed resource has. */
export const routesOf = (tag: ListedTag) => ({
  list: listRoute(named[tag]),
  related: relatedRoute(named[tag]),
  distinct: distinctRoute(named[tag]),
  remove: deleteRoute(named[tag]),
  removeMany: bulkDeleteRoute(named[tag]),
  restore: restoreRoute(named[tag]),
  status: favoriteStatusRoute(named[tag]),
  star: addFavoriteRoute(named[tag]),
  unstar: removeFavoriteRoute(named[tag]),
})
