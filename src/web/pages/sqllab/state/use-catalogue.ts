import { useQuery, useQueryClient } from '@tanstack/react-query'
import { databaseFunctionNames } from '#api/database.ts'
import {
  databaseOutline,
  databaseSchemas,
  databaseTableMetadata,
  databaseTableMetadataExtra,
  databaseTables,
} from '#api/database-catalogue.ts'
import { sqllabCatalogs } from '#api/sqllab.ts'
import { routeQuery } from '../../../data/resources.ts'
import type { Catalogue } from '../editor/completion.ts'

const fresh = { staleTime: 5 * 60_000, retry: false } as const

/** A schema; without a catalog that of the connection. */
export type Place = { catalog?: string | null; schema: string }

const inCatalog = (catalog: string | null | undefined) => (catalog ? { catalog } : {})

export const catalogsQuery = (database: number) => ({ ...routeQuery(sqllabCatalogs, { q: { database_id: database } }), ...fresh })

export const schemasQuery = (database: number, catalog?: string | null) => ({
  ...routeQuery(databaseSchemas, { params: { pk: database }, q: inCatalog(catalog) }),
  ...fresh,
})

export const tablesQuery = (database: number, { catalog, schema }: Place) => ({
  ...routeQuery(databaseTables, { params: { pk: database }, q: { schema_name: schema, ...(catalog && { catalog_name: catalog }) } }),
  ...fresh,
})

const tableAsked = (database: number, { catalog, schema }: Place, name: string) => ({
  params: { pk: database },
  query: { name, ...(schema && { schema }), ...inCatalog(catalog) },
})

export const columnsQuery = (database: number, place: Place, table: string) => ({
  ...routeQuery(databaseTableMetadata, tableAsked(database, place, table)),
  ...fresh,
})

export const partitionsQuery = (database: number, place: Place, table: string) => ({
  ...routeQuery(databaseTableMetadataExtra, tableAsked(database, place, table)),
  ...fresh,
})

export const outlineQuery = (database: number, catalog?: string | null) => ({
  ...routeQuery(databaseOutline, { params: { pk: database }, q: inCatalog(catalog) }),
  ...fresh,
})

type Where = { catalog: string | null; schema: string | null }

/** What the completion knows of where a tab works; it is fetched when the editor first asks. */
export const useCatalogue = (
  database: { id: number; backend: string } | null,
  { catalog, schema }: Where,
): Omit<Catalogue, 'parameters'> => {
  const client = useQueryClient()
  const id = database?.id ?? 0
  return {
    backend: database?.backend ?? null,
    listSchemas: async () => (database ? (await client.fetchQuery(schemasQuery(id, catalog))).result : []),
    listTables: async (named) => {
      const asked = named ?? schema
      if (!database || asked === null) return []
      return (await client.fetchQuery(tablesQuery(id, { catalog, schema: asked }))).result.map(({ value }) => value)
    },
    listFunctions: async () => {
      if (!database) return []
      const functions = { ...routeQuery(databaseFunctionNames, { params: { pk: id } }), ...fresh }
      return (await client.fetchQuery(functions)).function_names
    },
    columnsOf: async (table, named) =>
      (await client.fetchQuery(columnsQuery(id, { catalog, schema: named ?? schema ?? '' }, table))).columns,
  }
}

const isUsual = (name: string) => name === 'public' || name === 'main'

/**
 * The schema that a tab works in: the chosen one, else the database's usual one, unless that is empty and there are others. Null until it is
 * known.
 */
export const useSchema = (
  database: { id: number } | null,
  { catalog, schema: chosen }: Where,
  schemas: readonly string[] | undefined,
): string | null => {
  const usual = schemas?.find(isUsual) ?? schemas?.[0] ?? null
  const other = schemas?.find((name) => name !== usual && !/^(information_schema|pg_)/.test(name))
  const isOpen = database !== null && chosen === null && usual !== null && other !== undefined
  const tables = useQuery({ ...tablesQuery(database?.id ?? 0, { catalog, schema: usual ?? '' }), enabled: isOpen })
  if (chosen !== null || !isOpen) return chosen ?? usual
  if (tables.isPending) return null
  return tables.data?.result.length === 0 ? other : usual
}
