import type { NewTab } from './use-tabs.ts'

/** What an address, a posted form or another page asks SQL Lab to open. */
export type Opening =
  | { kind: 'link'; key: string }
  | { kind: 'saved query'; id: number }
  | { kind: 'query'; id: number; autorun?: true }
  | { kind: 'dataset'; id: number; tab: NewTab }
  | { kind: 'script'; databaseName: string | null; tab: NewTab }

type Given = Readonly<Record<string, unknown>>

const textOf = (given: Given, name: string): string | null => {
  const value = given[name]
  return typeof value === 'string' && value.trim() !== '' ? value : typeof value === 'number' ? String(value) : null
}

const idOf = (given: Given, name: string): number | null => {
  const text = textOf(given, name)
  return text !== null && /^\d{1,9}$/.test(text) ? Number(text) : null
}

const isOn = (given: Given, name: string): boolean => given[name] === true || /^(true|1)$/i.test(textOf(given, name) ?? '')

/** `3__table` and `3__query`: a dataset or a query that was run. */
const datasourceKey = /^(\d{1,9})__(table|query)$/

/** Reads the parameters of an address, or the fields of a form. Null: the tabs open as they were left. */
export const openingOf = (given: Given): Opening | null => {
  const key = textOf(given, 'p') ?? textOf(given, 'id')
  if (key !== null) return { kind: 'link', key }
  const savedQuery = idOf(given, 'savedQueryId')
  if (savedQuery !== null) return { kind: 'saved query', id: savedQuery }
  const query = idOf(given, 'queryId')
  const autorun = isOn(given, 'autorun')
  if (query !== null) return { kind: 'query', id: query, ...(autorun && { autorun }) }
  const [sql, name, schema] = [textOf(given, 'sql'), textOf(given, 'name') ?? textOf(given, 'title'), textOf(given, 'schema')]
  const databaseId = idOf(given, 'dbid') ?? idOf(given, 'dbId')
  const tab: NewTab = {
    ...(sql !== null && { sql }),
    ...(name !== null && { label: name }),
    ...(schema !== null && { schema }),
    ...(databaseId !== null && { database_id: databaseId }),
    ...(textOf(given, 'catalog') !== null && { catalog: textOf(given, 'catalog') }),
    ...(textOf(given, 'templateParams') !== null && { template_params: textOf(given, 'templateParams') }),
    ...(autorun && { autorun }),
  }
  const [, datasource = '', kind] = datasourceKey.exec(textOf(given, 'datasourceKey') ?? '') ?? []
  if (kind === 'table') return { kind: 'dataset', id: Number(datasource), tab }
  if (kind === 'query' && sql === null) return { kind: 'query', id: Number(datasource) }
  const databaseName = textOf(given, 'dbname') ?? textOf(given, 'db')
  if (sql !== null || databaseId !== null || databaseName !== null || isOn(given, 'new')) return { kind: 'script', databaseName, tab }
  return null
}

/** What the visit asks for: by its path, its search, the state of the navigation, or the form that was posted. */
export const openingOfVisit = (visit: { pathname: string; search: string; state: unknown; posted: Given | null }): Opening | null => {
  const key = /\/sqllab\/p\/([^/]+)/.exec(visit.pathname)?.[1]
  if (key !== undefined) return { kind: 'link', key: decodeURIComponent(key) }
  const requested: unknown = isRecord(visit.state) ? visit.state['requestedQuery'] : null
  return openingOf({ ...visit.posted, ...Object.fromEntries(new URLSearchParams(visit.search)), ...(isRecord(requested) && requested) })
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

const postedElement = () => document.getElementById('requested-query')

/** The form that was posted to the page, which the server writes into it. */
export const readPosted = (): Record<string, unknown> | null => {
  try {
    const posted: unknown = JSON.parse(postedElement()?.textContent ?? 'null')
    return isRecord(posted) ? posted : null
  } catch {
    return null
  }
}

/** A posted form opens one tab, not another one whenever the page is shown again. */
export const removePosted = () => postedElement()?.remove()
