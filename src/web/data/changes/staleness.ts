import type { QueryClient } from '@tanstack/react-query'
import type { Kind } from '#core/access/kind.ts'
import type { Changed } from '../resources.ts'

/** The kinds whose lists show names of a kind: the list of charts shows names of datasets and dashboards, for instance. */
const listsShowing: Record<Kind, readonly Kind[]> = {
  chart: ['chart'],
  dashboard: ['dashboard', 'chart'],
  dataset: ['dataset', 'chart'],
  database: ['database', 'dataset'],
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** The id of the object that a query reads; undefined for a list. */
const subjectOf = (input: unknown): unknown => {
  const params = isRecord(input) && isRecord(input['params']) ? input['params'] : {}
  return params['pk'] ?? params['idOrName']
}

const isAffected = (key: readonly unknown[], { kind, id }: Changed): boolean => {
  const [head, second] = key
  if (head === 'view of') return Array.isArray(second) && second.includes(kind)
  if (typeof head !== 'string' || head.endsWith('/favorite_status/')) return false
  const isOf = (one: Kind) => head.startsWith(`/api/v1/${one}/`)
  const subject = subjectOf(second)
  if (subject === undefined) return listsShowing[kind].some(isOf)
  return isOf(kind) && (id === undefined || String(subject) === String(id) || !/^\d+$/.test(String(subject)))
}

export const invalidateChanged = (client: QueryClient, changed: readonly Changed[]): Promise<void> =>
  client.invalidateQueries({ predicate: ({ queryKey }) => changed.some((one) => isAffected(queryKey, one)) })

export const invalidateStarred = (client: QueryClient, kind: 'chart' | 'dashboard'): Promise<void> =>
  client.invalidateQueries({
    predicate: ({ queryKey: [head, second] }) =>
      head === `/api/v1/${kind}/favorite_status/` || (head === 'view of' && Array.isArray(second) && second.includes(kind)),
  })
