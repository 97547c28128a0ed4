import { useQuery, useQueryClient } from '@tanstack/react-query'
import { databaseFunctionNames } from '#api/database.ts'
import { databaseSchemas, databaseTableMetadata, databaseTables } from '#api/database-catalogue.ts'
import { routeQuery } from '../../../data/resources.ts'
import type { Catalogue } from '../editor/completion.ts'

const fresh = { staleTime: 5 * 60_000, retry: false } as const

export const schemasQuery = (database: number) => ({ ...routeQuery(databaseSchemas, { params: { pk: database }, q: {} }), ...fresh })

export const tablesQuery = (database: number, schema: string) => ({
  ...routeQuery(databaseTables, { params: { pk: database }, q: { schema_name: schema } }),
  ...fresh,
})

export const columnsQuery = (database: number, schema: string, table: string) => ({
  ...routeQuery(databaseTableMetadata, { params: { pk: database }, query: { name: table, ...(schema && { schema }) } }),
  ...fresh,
})

/** What the completion knows of a database and schema; it is fetched when the editor first asks. */
export const useCatalogue = (database: { id: number; backend: string } | null, schema: string | null): Catalogue => {
  const client = useQueryClient()
  const id = database?.id ?? 0
  return {
    backend: database?.backend ?? null,
    listTables: async () => {
      if (!database || schema === null) return []
      return (await client.fetchQuery(tablesQuery(id, schema))).result.map(({ value }) => value)
    },
    listFunctions: async () => {
      if (!database) return []
      const functions = { ...routeQuery(databaseFunctionNames, { params: { pk: id } }), ...fresh }
      return (await client.fetchQuery(functions)).function_names
    },
    columnsOf: async (table) => (await client.fetchQuery(columnsQuery(id, schema ?? '', table))).columns,
  }
}

const isUsual = (name: string) => name === 'public' || name === 'main'

/**
 * The schema that a tab works in: the chosen one, else the database's usual one, unless that is empty and there are others. Null until it is
 * known.
 */
export const useSchema = (
  database: { id: number } | null,
  chosen: string | null,
  schemas: readonly string[] | undefined,
): string | null => {
  const usual = schemas?.find(isUsual) ?? schemas?.[0] ?? null
  const other = schemas?.find((name) => name !== usual && !/^(information_schema|pg_)/.test(name))
  const isOpen = database !== null && chosen === null && usual !== null && other !== undefined
  const tables = useQuery({ ...tablesQuery(database?.id ?? 0, usual ?? ''), enabled: isOpen })
  if (chosen !== null || !isOpen) return chosen ?? usual
  if (tables.isPending) return null
  return tables.data?.result.length === 0 ? other : usual
}
