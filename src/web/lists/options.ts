import { datasetDistinct } from '#api/dataset.ts'
import type { queryDistinct, queryRelated } from '#api/query.ts'
import type { rowRuleRelated } from '#api/row-rule.ts'
import type { savedQueryDistinct, savedQueryRelated } from '#api/saved-query.ts'
import type { RouteOptions } from '#api/declare/route.ts'
import { tagList } from '#api/tag.ts'
import { call, callList } from '../data/call.ts'
import type { RouteQuery } from '../data/resources.ts'
import type { Chosen } from './page/list-state.ts'
import { routesOf, type ListedTag } from './routes.ts'

const optionCount = 100

/** Options that need no request. */
export const listed = (name: string, options: () => Chosen[]) => (): RouteQuery<Chosen[]> => ({
  queryKey: ['listed', name],
  queryFn: () => Promise.resolve(options()),
})

/** Related objects of a column, such as owners. */
export const relatedOptions =
  (tag: ListedTag, column: string) =>
  (filter: string): RouteQuery<Chosen[]> =>
    optionsOf(routesOf(tag).related, column, filter)

type OptionsRoute =
  | typeof datasetDistinct
  | typeof queryDistinct
  | typeof queryRelated
  | typeof rowRuleRelated
  | typeof savedQueryDistinct
  | typeof savedQueryRelated
  | ReturnType<typeof routesOf>['related']

/** Options that a route of related objects or distinct values gives for a column. */
export const routeOptions =
  (route: OptionsRoute, column: string) =>
  (filter: string): RouteQuery<Chosen[]> =>
    optionsOf(route, column, filter)

/** Distinct values of a dataset column. */
export const datasetValues =
  (column: string) =>
  (filter: string): RouteQuery<Chosen[]> =>
    optionsOf(datasetDistinct, column, filter)

const optionsOf = (route: OptionsRoute, column: string, filter: string) => {
  const input = { params: { column }, q: { filter, page: 0, page_size: optionCount } }
  return {
    queryKey: [route.path, input],
    queryFn: async ({ signal }: { signal: AbortSignal }) =>
      (await call(route, input, { signal })).result.map(({ text, value }) => ({ label: text, value })),
  }
}

/** Tags that people made, by name. */
export const tagOptions = (text: string): RouteQuery<Chosen[]> => {
  const q = {
    columns: ['id', 'name'] as const,
    filters: [
      { col: 'type', opr: 'custom_tag', value: true } as const,
      ...(text ? [{ col: 'name', opr: 'ct', value: text } as const] : []),
    ],
    order_column: 'name',
    order_direction: 'asc' as const,
    page_size: optionCount,
  }
  return {
    queryKey: [tagList.path, { q }, 'options'],
    queryFn: async ({ signal }) => (await callList(tagList, q, { signal })).result.map(({ id, name }) => ({ value: id, label: name })),
  }
}

/** The column that holds the name of each resource. */
const nameOf = { chart: 'slice_name', dashboard: 'dashboard_title', dataset: 'table_name', database: 'database_name' } as const

/** Objects of a resource by name, latest first. */
export const objectOptions =
  (tag: ListedTag, operator: string) =>
  (text: string): RouteQuery<Chosen[]> => {
    const column = nameOf[tag]
    const q = {
      columns: ['id', column],
      filters: text ? [{ col: column, opr: operator, value: text }] : [],
      order_column: 'changed_on_delta_humanized',
      order_direction: 'desc' as const,
      page: 0,
      page_size: optionCount,
    }
    const { path }: RouteOptions = routesOf(tag).list
    return {
      queryKey: [path, { q }, 'options'],
      queryFn: async ({ signal }) => {
        const { result } = await callList<RouteOptions, string>(routesOf(tag).list, q, { signal })
        return result.map((row) => ({ value: Number(row['id']), label: String(row[column]) }))
      },
    }
  }
