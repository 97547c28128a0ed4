import { databaseList } from '#api/database.ts'
import type { ColumnOf, RouteOptions } from '#api/declare/route.ts'
import { callList, type ListQuery, type ListResponse } from '../call.ts'
import type { RouteQuery } from '../resources.ts'

const maxPageSize = 100

/** All rows of a list, read page after page: for pickers. */
export const wholeList = <const R extends RouteOptions, const C extends ColumnOf<R>>(
  route: R,
  q: Omit<ListQuery<C>, 'page' | 'page_size'>,
): RouteQuery<ListResponse<R, C>> => ({
  queryKey: [route.path, 'whole', { q }],
  queryFn: async ({ signal }) => {
    const readPage = (page: number) => callList<R, C>(route, { ...q, columns: q.columns, page, page_size: maxPageSize }, { signal })
    const { count, result } = await readPage(0)
    for (let page = 1; page * maxPageSize < count; page++) result.push(...(await readPage(page)).result)
    return { count, result }
  },
})

export const databasesByName = wholeList(databaseList, {
  columns: ['id', 'database_name', 'backend'],
  order_column: 'database_name',
  order_direction: 'asc',
})
