import type { QueryClient } from '@tanstack/react-query'
import type { ColumnOf, RouteOptions, RouteResult } from '#api/declare/route.ts'
import { chartFavoriteStatus, chartList } from '#api/chart.ts'
import { dashboardFavoriteStatus, dashboardList } from '#api/dashboard.ts'
import type { savedQueryStars } from '#api/saved-query.ts'
import { databaseList } from '#api/database.ts'
import { datasetList } from '#api/dataset.ts'
import type { Kind } from '#core/access/kind.ts'
import type * as staleness from './changes/staleness.ts'
import { call, callList, type CallInput, type ListResponse, type ListQuery } from './call.ts'

/** Options of TanStack Query for a request; the key is the route's path with the arguments. */
export type RouteQuery<T> = { queryKey: readonly unknown[]; queryFn: (context: { signal: AbortSignal }) => Promise<T> }

export const routeQuery = <const R extends RouteOptions>(route: R, input: CallInput<R> = {}): RouteQuery<RouteResult<R>> => ({
  queryKey: [route.path, input],
  queryFn: ({ signal }) => call(route, input, { signal }),
})

/** The queries of a resource's list. */
export const listQueries = <const R extends RouteOptions>(route: R) => ({
  list: <const C extends ColumnOf<R>>(q: ListQuery<C>): RouteQuery<ListResponse<R, C>> => ({
    queryKey: [route.path, { q }],
    queryFn: ({ signal }) => callList(route, q, { signal }),
  }),
  /** How many objects the user can see. */
  count: (): RouteQuery<number> => ({
    queryKey: [route.path, 'count'],
    queryFn: async ({ signal }) => (await callList<RouteOptions, string>(route, { columns: ['id'], page_size: 1 }, { signal })).count,
  }),
})

/** The rows of a list, without their count. */
export const rowsOnly = <T>({ queryKey, queryFn }: RouteQuery<{ result: T[] }>): RouteQuery<T[]> => ({
  queryKey: [...queryKey, 'rows'],
  queryFn: async (context) => (await queryFn(context)).result,
})

export type Stars = Record<number, boolean>

/** Whether the user has starred each object, by id. */
export const starsOf =
  (status: typeof chartFavoriteStatus | typeof dashboardFavoriteStatus | typeof savedQueryStars) =>
  (ids: readonly number[]): RouteQuery<Stars> => ({
    queryKey: [status.path, ids],
    queryFn: async ({ signal }) => {
      if (ids.length === 0) return {}
      const { result } = await call(status, { q: [...ids] }, { signal })
      return Object.fromEntries(result.map(({ id, value }) => [id, value]))
    },
  })

export const charts = { ...listQueries(chartList), stars: starsOf(chartFavoriteStatus) }
export const dashboards = { ...listQueries(dashboardList), stars: starsOf(dashboardFavoriteStatus) }
export const datasets = listQueries(datasetList)
export const databases = listQueries(databaseList)

/** The key of a query whose result shows objects of several kinds. */
export const viewKey = (kinds: readonly Kind[], ...name: readonly unknown[]) => ['view of', kinds, ...name] as const

/** The key of the state that a form or page started from. It is never refetched, so that a save can detect concurrent changes. */
export const draftKey = (kind: Kind | 'explore', ...name: readonly unknown[]) => ['draft of', kind, ...name] as const

/** A changed object, or without an id any of its kind. */
export type Changed = { kind: Kind; id?: number }

/** The code that finds the affected keys is loaded with the first change. If that fails, everything is invalidated. */
const withStaleness = (client: QueryClient, mark: (code: typeof staleness) => Promise<void>): Promise<void> =>
  import('./changes/staleness.ts').then(mark, () => client.invalidateQueries())

/** Invalidates the queries that show a changed object: its own, the lists that name it, and views of its kind. */
export const markChanged = (client: QueryClient, ...changed: readonly Changed[]): Promise<void> =>
  withStaleness(client, ({ invalidateChanged }) => invalidateChanged(client, changed))

/** Invalidates the queries that show stars. */
export const markStarred = (client: QueryClient, kind: 'chart' | 'dashboard'): Promise<void> =>
  withStaleness(client, ({ invalidateStarred }) => invalidateStarred(client, kind))
