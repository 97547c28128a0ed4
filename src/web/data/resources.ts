import type { QueryClient } from '@tanstack/react-query'
import type { ColumnOf, RouteOptions, RouteResult } from '#api/declare/route.ts'
import { chartFavoriteStatus, chartList } from '#api/chart.ts'
import { dashboardFavoriteStatus, dashboardList } from '#api/dashboard.ts'
import { databaseList } from '#api/database.ts'
import { datasetList } from '#api/dataset.ts'
import type { Kind } from '#core/access/kind.ts'
import type * as staleness from './changes/staleness.ts'
import { call, callList, type CallInput, type ListAnswer, type ListQuestion } from './call.ts'

/** A question to the server as TanStack Query keeps it, under the route's path with the arguments. */
export type Question<T> = { queryKey: readonly unknown[]; queryFn: (context: { signal: AbortSignal }) => Promise<T> }

export const asking = <const R extends RouteOptions>(route: R, input: CallInput<R> = {}): Question<RouteResult<R>> => ({
  queryKey: [route.path, input],
  queryFn: ({ signal }) => call(route, input, { signal }),
})

/** The questions to the list of a resource. */
export const listing = <const R extends RouteOptions>(route: R) => ({
  list: <const C extends ColumnOf<R>>(q: ListQuestion<C>): Question<ListAnswer<R, C>> => ({
    queryKey: [route.path, { q }],
    queryFn: ({ signal }) => callList(route, q, { signal }),
  }),
  /** How many there are for the reader. */
  count: (): Question<number> => ({
    queryKey: [route.path, 'count'],
    queryFn: async ({ signal }) => (await callList<RouteOptions, string>(route, { columns: ['id'], page_size: 1 }, { signal })).count,
  }),
})

export type Stars = Record<number, boolean>

/** Which of some objects the reader has starred, by id. */
const stars =
  (status: typeof chartFavoriteStatus | typeof dashboardFavoriteStatus) =>
  (ids: readonly number[]): Question<Stars> => ({
    queryKey: [status.path, ids],
    queryFn: async ({ signal }) => {
      if (ids.length === 0) return {}
      const { result } = await call(status, { q: [...ids] }, { signal })
      return Object.fromEntries(result.map(({ id, value }) => [id, value]))
    },
  })

export const charts = { ...listing(chartList), stars: stars(chartFavoriteStatus) }
export const dashboards = { ...listing(dashboardList), stars: stars(dashboardFavoriteStatus) }
export const datasets = listing(datasetList)
export const databases = listing(databaseList)

/** The key of a view that shows objects of several kinds together. */
export const viewOf = (kinds: readonly Kind[], ...name: readonly unknown[]) => ['view of', kinds, ...name] as const

/** The key of what a form or a page began with. It stays as it was read, so that a save can tell whether somebody else was faster. */
export const draftOf = (kind: Kind | 'explore', ...name: readonly unknown[]) => ['draft of', kind, ...name] as const

/** What changed; without an id, any of its kind. */
export type Changed = { kind: Kind; id?: number }

/** Which keys are concerned is loaded with the first change; without that code everything counts as stale. */
const withStaleness = (client: QueryClient, mark: (code: typeof staleness) => Promise<void>): Promise<void> =>
  import('./changes/staleness.ts').then(mark, () => client.invalidateQueries())

/** Makes stale what shows a changed object: its own questions, the lists that name it, and views of its kind. */
export const markChanged = (client: QueryClient, ...changed: readonly Changed[]): Promise<void> =>
  withStaleness(client, ({ invalidateChanged }) => invalidateChanged(client, changed))

/** Makes stale what shows whether something is starred. */
export const markStarred = (client: QueryClient, kind: 'chart' | 'dashboard'): Promise<void> =>
  withStaleness(client, ({ invalidateStarred }) => invalidateStarred(client, kind))
