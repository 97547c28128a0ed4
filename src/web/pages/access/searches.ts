import { t } from '#core/i18n/t.ts'
import type { RouteQuery } from '../../data/resources.ts'
import type { NamedRecord } from '../../forms/RecordsField.tsx'
import { objectOptions } from '../../lists/options.ts'
import { searchUsers } from '../../lists/people/searches.ts'

export type ObjectKind = 'chart' | 'dashboard' | 'dataset' | 'database'
export type Search = (text: string) => RouteQuery<NamedRecord[]>

/** The entry for anonymous visitors in the list of people. */
export const visitor = 0

export const visitorName = () => t('Not logged in')

/** Accounts, and anonymous visitors. */
export const searchViewers: Search = (text) => {
  const { queryKey, queryFn } = searchUsers(text)
  const name = visitorName()
  const isFound = name.toLowerCase().includes(text.trim().toLowerCase())
  return {
    queryKey: [...queryKey, 'viewers'],
    queryFn: async (context) => [...(isFound ? [{ id: visitor, name }] : []), ...(await queryFn(context))],
  }
}

const operators = { chart: 'chart_all_text', dashboard: 'title_or_slug', dataset: 'ct', database: 'ct' } as const

export const searchObjects =
  (kind: ObjectKind): Search =>
  (text) => {
    const { queryKey, queryFn } = objectOptions(kind, operators[kind])(text)
    return {
      queryKey: [...queryKey, 'named'],
      queryFn: async (context) => (await queryFn(context)).map(({ value, label }) => ({ id: Number(value), name: label })),
    }
  }
