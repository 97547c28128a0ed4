import { dashboardRelated } from '#api/dashboard.ts'
import { groupList } from '#api/groups.ts'
import { roleList } from '#api/roles.ts'
import { rowRuleRelated } from '#api/row-rule.ts'
import { userList } from '#api/users.ts'
import { fullName } from '#core/format/full-name.ts'
import { callList } from '../../data/call.ts'
import type { RouteQuery } from '../../data/resources.ts'
import type { NamedRecord, RecordSearch } from '../../forms/RecordsField.tsx'
import { routeOptions } from '../options.ts'
import type { Chosen } from '../page/list-state.ts'

const optionCount = 100

const paged = { page: 0, page_size: optionCount, order_direction: 'asc' } as const

/** What a search finds as options of a list's filter. */
export const recordOptions =
  (search: RecordSearch) =>
  (text: string): RouteQuery<Chosen[]> => {
    const { queryKey, queryFn } = search(text)
    return {
      queryKey: [...queryKey, 'chosen'],
      queryFn: async (context) => (await queryFn(context)).map(({ id, name }) => ({ value: id, label: name })),
    }
  }

/** The search for records that finds the options of a list's filter. */
export const recordSearch =
  (options: (text: string) => RouteQuery<Chosen[]>): RecordSearch =>
  (text) => {
    const { queryKey, queryFn } = options(text)
    return {
      queryKey: [...queryKey, 'named'],
      queryFn: async (context) => (await queryFn(context)).map(({ value, label }) => ({ id: Number(value), name: label })),
    }
  }

/** Roles by name. */
export const searchRoles = (text: string): RouteQuery<NamedRecord[]> => ({
  queryKey: [roleList.path, 'options', text],
  queryFn: async ({ signal }) => {
    const filters = text ? [{ col: 'name', opr: 'ct', value: text }] : []
    return (await callList(roleList, { ...paged, columns: ['id', 'name'], filters, order_column: 'name' }, { signal })).result
  },
})

/** Groups by name. */
export const searchGroups = (text: string): RouteQuery<NamedRecord[]> => ({
  queryKey: [groupList.path, 'options', text],
  queryFn: async ({ signal }) => {
    const filters = text ? [{ col: 'name', opr: 'ct', value: text }] : []
    return (await callList(groupList, { ...paged, columns: ['id', 'name'], filters, order_column: 'name' }, { signal })).result
  },
})

type Account = { id: number; username: string; first_name: string; last_name: string }

/** "Ann Lee (ann)". */
export const accountText = (user: Omit<Account, 'id'>): string => {
  const name = fullName(user)
  return name ? `${name} (${user.username})` : user.username
}

const usersBy = (filters: { col: string; opr: string; value: unknown }[], key: readonly unknown[]): RouteQuery<NamedRecord[]> => ({
  queryKey: [userList.path, ...key],
  queryFn: async ({ signal }) => {
    const columns = ['id', 'username', 'first_name', 'last_name'] as const
    const { result } = await callList(userList, { ...paged, columns, filters, order_column: 'username' }, { signal })
    return result.map((user) => ({ id: user.id, name: accountText(user) }))
  },
})

/** One account by its id. */
export const userById = (id: number): RouteQuery<NamedRecord[]> => usersBy([{ col: 'id', opr: 'eq', value: id }], ['by id', id])

/** Accounts by the words of a text, in names and addresses. */
export const searchUsers = (text: string): RouteQuery<NamedRecord[]> =>
  usersBy(text ? [{ col: 'username', opr: 'user_all_text', value: text }] : [], ['options', text])

/** The datasets that rules may name. */
export const searchRuleDatasets = recordSearch(routeOptions(rowRuleRelated, 'tables'))

/** Roles by name, for those who may not list roles. The related roles of rules are the same, but ignore the text, as in Superset. */
export const relatedRoles = routeOptions(dashboardRelated, 'roles')

export const searchRelatedRoles = recordSearch(relatedRoles)
