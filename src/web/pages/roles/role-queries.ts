import { groupList } from '#api/groups.ts'
import { pairList } from '#api/permissions.ts'
import { roleList, rolePermissions } from '#api/roles.ts'
import { userList } from '#api/users.ts'
import { builtInRoles } from '#core/access/built-in-roles.ts'
import { call, callList } from '../../data/call.ts'
import type { RouteQuery } from '../../data/resources.ts'
import { accountText } from '../../lists/people/searches.ts'
import type { NamedRecord } from '../../forms/RecordsField.tsx'
import type { Pair } from './pairs.ts'

/** The largest page of the API. */
const pageSize = 100
const columns = ['id', 'permission.name', 'view_menu.name'] as const

/** Every pair of the product and of its objects. */
export const allPairs: RouteQuery<Pair[]> = {
  queryKey: [pairList.path, 'all'],
  queryFn: async ({ signal }) => {
    const read = (page: number) =>
      callList(pairList, { columns, order_column: 'id', order_direction: 'asc', page, page_size: pageSize }, { signal })
    const first = await read(0)
    const more = Math.max(0, Math.ceil(first.count / pageSize) - 1)
    const rest = await Promise.all(Array.from({ length: more }, (_, i) => read(i + 1)))
    return [first, ...rest].flatMap(({ result }) =>
      result.map(({ id, permission, view_menu }) => ({ id, permission: permission.name, view: view_menu.name })),
    )
  },
}

/** The pairs of the built-in roles, to compare with. */
export const builtInPairs: RouteQuery<{ id: number; name: string; ids: ReadonlySet<number> }[]> = {
  queryKey: [rolePermissions.path, 'built in'],
  queryFn: async ({ signal }) => {
    const { result } = await callList(
      roleList,
      { columns: ['id', 'name'], filters: [{ col: 'name', opr: 'in', value: builtInRoles }], page_size: pageSize },
      { signal },
    )
    return Promise.all(
      result.map(async ({ id, name }) => {
        const pairs = await call(rolePermissions, { params: { pk: id } }, { signal })
        return { id, name, ids: new Set(pairs.result.map((pair) => pair.id)) }
      }),
    )
  },
}

type Holders = { users: NamedRecord[]; groups: NamedRecord[] }

const pages = (ids: readonly number[]) =>
  Array.from({ length: Math.ceil(ids.length / pageSize) }, (_, page) => ids.slice(page * pageSize, (page + 1) * pageSize))

/** The users and groups with these ids, by name. */
export const holdersOf = (userIds: readonly number[], groupIds: readonly number[]): RouteQuery<Holders> => ({
  queryKey: [userList.path, 'holders', userIds, groupIds],
  queryFn: async ({ signal }) => {
    const filters = (ids: readonly number[]) => [{ col: 'id', opr: 'in', value: ids }]
    const [users, groups] = await Promise.all([
      Promise.all(
        pages(userIds).map((ids) =>
          callList(
            userList,
            { columns: ['id', 'username', 'first_name', 'last_name'], filters: filters(ids), page_size: pageSize },
            { signal },
          ),
        ),
      ),
      Promise.all(
        pages(groupIds).map((ids) =>
          callList(groupList, { columns: ['id', 'name'], filters: filters(ids), page_size: pageSize }, { signal }),
        ),
      ),
    ])
    return {
      users: users.flatMap(({ result }) => result.map((user) => ({ id: user.id, name: accountText(user) }))),
      groups: groups.flatMap(({ result }) => result),
    }
  },
})
