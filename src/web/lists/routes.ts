import {
  chartAddFavorite,
  chartBulkDelete,
  chartDelete,
  chartFavoriteStatus,
  chartList,
  chartRelated,
  chartRemoveFavorite,
  chartRestore,
} from '#api/chart.ts'
import {
  dashboardAddFavorite,
  dashboardBulkDelete,
  dashboardDelete,
  dashboardFavoriteStatus,
  dashboardList,
  dashboardRelated,
  dashboardRemoveFavorite,
  dashboardRestore,
} from '#api/dashboard.ts'
import type { RouteOptions } from '#api/declare/route.ts'
import { call } from '../data/call.ts'
import type { Removal } from './config.ts'
import { databaseDelete, databaseList, databaseRelated, databaseRestore } from '#api/database.ts'
import { datasetBulkDelete, datasetDelete, datasetList, datasetRelated, datasetRestore } from '#api/dataset.ts'

/** The routes that a listed resource has. */
const routes = {
  chart: {
    list: chartList,
    related: chartRelated,
    remove: chartDelete,
    removeMany: chartBulkDelete,
    restore: chartRestore,
    status: chartFavoriteStatus,
    star: chartAddFavorite,
    unstar: chartRemoveFavorite,
  },
  dashboard: {
    list: dashboardList,
    related: dashboardRelated,
    remove: dashboardDelete,
    removeMany: dashboardBulkDelete,
    restore: dashboardRestore,
    status: dashboardFavoriteStatus,
    star: dashboardAddFavorite,
    unstar: dashboardRemoveFavorite,
  },
  dataset: {
    list: datasetList,
    related: datasetRelated,
    remove: datasetDelete,
    removeMany: datasetBulkDelete,
    restore: datasetRestore,
  },
  database: {
    list: databaseList,
    related: databaseRelated,
    remove: databaseDelete,
    restore: databaseRestore,
  },
} as const

type Deleting = { remove: RouteOptions; removeMany?: RouteOptions; restore: RouteOptions }

export type ListedTag = keyof typeof routes

export const routesOf = <const T extends ListedTag>(tag: T) => routes[tag]

/** How rows of a resource are deleted and restored. */
export const removalOf = (tag: ListedTag): Removal => {
  const found: Deleting = routes[tag]
  const { remove, removeMany, restore } = found
  return {
    one: (id) => call(remove, { params: { pk: id } }),
    ...(removeMany && { many: (ids) => call(removeMany, { q: ids }) }),
    restore: (id) => call(restore, { params: { pk: id } }),
  }
}
