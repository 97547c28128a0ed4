import { t } from '#core/i18n/t.ts'
import type { RecordSearch } from '../../forms/RecordsField.tsx'
import { objectOptions } from '../../lists/options.ts'
import { recordSearch, searchUsers } from '../../lists/people/searches.ts'

export type ObjectKind = 'chart' | 'dashboard' | 'dataset' | 'database'

/** The entry for anonymous visitors in the list of people. */
export const visitor = 0

export const visitorName = () => t('Not logged in')

/** Accounts, and anonymous visitors. */
export const searchViewers: RecordSearch = (text) => {
  const { queryKey, queryFn } = searchUsers(text)
  const name = visitorName()
  const isFound = name.toLowerCase().includes(text.trim().toLowerCase())
  return {
    queryKey: [...queryKey, 'viewers'],
    queryFn: async (context) => [...(isFound ? [{ id: visitor, name }] : []), ...(await queryFn(context))],
  }
}

const operators = { chart: 'chart_all_text', dashboard: 'title_or_slug', dataset: 'ct', database: 'ct' } as const

export const searchObjects = (kind: ObjectKind): RecordSearch => recordSearch(objectOptions(kind, operators[kind]))
