import { useQueries, useQuery } from '@tanstack/react-query'
import { t } from '#core/i18n/t.ts'
import type { OutlinedTable } from '#api/database-catalogue.ts'
import { errorText } from '../../../data/call-error.ts'
import { catalogsQuery, columnsQuery, outlineQuery, partitionsQuery, schemasQuery, tablesQuery } from '../state/use-catalogue.ts'
import { indexOutline, type OutlineIndex } from './search-outline.ts'
import { isTable, keyOf, keyOfPinned, nodeOf, type Node, type TableNode } from './tree-nodes.ts'
import type { Loaded, TableName, TableParts, TreeData } from './tree-rows.ts'

type Answer<T> = { data?: T | undefined; error: Error | null }

const loadedOf = <T, P>({ data, error }: Answer<T>, parts: (data: T) => P): Loaded<P> => {
  if (data !== undefined) return { parts: parts(data) }
  return error ? { note: errorText(error), isFault: true } : { note: t('Loading...'), isFault: false }
}

const loading = { note: '', isFault: false }

/** The upmost level of a tree. */
export type CatalogLevel = {
  /** The catalog of the connection comes first; only null where there are not several. */
  catalogs: readonly (string | null)[]
  isFetching: boolean
  error: Error | null
}

export const useCatalogLevel = (databaseId: number): CatalogLevel => {
  const { data, isFetching, error } = useQuery(catalogsQuery(databaseId))
  if (!data) return { catalogs: error ? [null] : [], isFetching, error }
  const { result, default: own } = data
  const catalogs = result.length < 2 ? [null] : own === null ? result : [own, ...result.filter((name) => name !== own)]
  return { catalogs, isFetching, error }
}

type Asked = { databaseId: number; catalogs: CatalogLevel['catalogs']; open: ReadonlySet<string>; isSearching: boolean }

/** What the tree shows of a database: the open places are read, and for a search the names of everything. */
export const useTreeData = ({ databaseId, catalogs, open, isSearching }: Asked): { data: TreeData; isLoading: boolean } => {
  const nodes = [...new Set([...open].map(keyOfPinned))].map(nodeOf)
  const looked = catalogs.filter((catalog) => catalog === null || isSearching || open.has(keyOf({ catalog })))
  const places = nodes.flatMap(({ catalog, schema, table }) => (schema !== undefined && table === undefined ? [{ catalog, schema }] : []))
  const tables = nodes.filter(isTable)
  const schemaAnswers = useQueries({ queries: looked.map((catalog) => schemasQuery(databaseId, catalog)) })
  const tableAnswers = useQueries({ queries: places.map((place) => tablesQuery(databaseId, place)) })
  const columnAnswers = useQueries({ queries: tables.map((node) => columnsQuery(databaseId, node, node.table)) })
  const partitionAnswers = useQueries({ queries: tables.map((node) => partitionsQuery(databaseId, node, node.table)) })
  const outlines = useQueries({
    queries: looked.map((catalog) => ({ ...outlineQuery(databaseId, catalog), enabled: isSearching })),
    combine: combineOutlines,
  })

  const tablesAt = (node: Node): Loaded<readonly TableName[]> => {
    const at = places.findIndex((place) => keyOf(place) === keyOf(node))
    const answer = tableAnswers[at]
    return answer ? withoutNone(loadedOf(answer, ({ result }) => result)) : loading
  }
  const tableAt = (node: TableNode): Loaded<TableParts> => {
    const at = tables.findIndex((one) => keyOf(one) === keyOf(node))
    const answer = columnAnswers[at]
    if (!answer) return loading
    return loadedOf(answer, ({ columns, primaryKey }) => ({
      columns,
      keys: primaryKey.constrained_columns ?? [],
      partitions: partitionAnswers[at]?.data?.partitions ?? null,
    }))
  }
  /** Before the names of everything are read, and where the engine cannot list them, those that the tree has read are searched. */
  const readSoFar = (catalog: string | null): OutlinedTable[] =>
    places
      .filter((place) => place.catalog === catalog)
      .flatMap((place) => {
        const loaded = tablesAt(place)
        if ('note' in loaded) return []
        return loaded.parts.map(({ value, type }) => {
          const parts = tableAt({ ...place, table: value })
          return { schema: place.schema, name: value, type, columns: 'parts' in parts ? [...parts.parts.columns] : [] }
        })
      })

  return {
    data: {
      catalogs,
      schemas: (catalog) => {
        const answer = schemaAnswers[looked.indexOf(catalog)]
        return answer ? loadedOf(answer, ({ result }) => result) : loading
      },
      tables: tablesAt,
      table: tableAt,
      index: (catalog) => outlines.indexes[looked.indexOf(catalog)] ?? indexOutline(readSoFar(catalog)),
    },
    isLoading: outlines.isFetching || [...schemaAnswers, ...tableAnswers, ...columnAnswers].some(({ isFetching }) => isFetching),
  }
}

const withoutNone = (loaded: Loaded<readonly TableName[]>): Loaded<readonly TableName[]> =>
  'parts' in loaded && loaded.parts.length === 0 ? { note: t('This schema has no tables.'), isFault: false } : loaded

const indexes = new WeakMap<readonly OutlinedTable[], OutlineIndex>()

/** An index is kept as long as its outline. */
const indexFor = (outline: readonly OutlinedTable[]): OutlineIndex => {
  const found = indexes.get(outline) ?? indexOutline(outline)
  indexes.set(outline, found)
  return found
}

const combineOutlines = (answers: readonly { data?: { result: OutlinedTable[] | null } | undefined; isFetching: boolean }[]) => ({
  indexes: answers.map(({ data }) => (data?.result ? indexFor(data.result) : null)),
  isFetching: answers.some(({ isFetching }) => isFetching),
})
