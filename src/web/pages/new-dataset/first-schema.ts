import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { databaseSchemas, databaseTables } from '#api/database-catalogue.ts'
import { routeQuery, viewKey } from '../../data/resources.ts'

export const tablesQuery = (database: number, schema: string | null) => ({
  ...routeQuery(databaseTables, { params: { pk: database }, q: { schema_name: schema ?? '' } }),
  retry: false,
})

/** Schemas to look into for one with tables before the user has to choose. */
const maxSchemasTried = 8

/** The only schema, or `public` or `main`. */
const defaultSchema = (schemas: string[]): string | null =>
  (schemas.length === 1 ? schemas[0] : schemas.find((name) => name === 'public' || name === 'main')) ?? null

/** The preselected schema: the default one, or if that is empty the first with tables. Null if there is no default. */
export const useFirstSchema = (database: number, schemas: string[] | undefined) => {
  const client = useQueryClient()
  return useQuery({
    queryKey: viewKey(['database'], 'first schema', database, schemas),
    enabled: schemas !== undefined,
    retry: false,
    queryFn: async () => {
      const fallback = defaultSchema(schemas ?? [])
      if (fallback === null) return null
      for (const name of [fallback, ...(schemas ?? []).filter((one) => one !== fallback)].slice(0, maxSchemasTried)) {
        if ((await client.fetchQuery({ ...tablesQuery(database, name), staleTime: 30_000 })).result.length > 0) return name
      }
      return fallback
    },
  })
}

/** The schema of a form: the chosen one, until then the preselected one. */
export const useSchema = (database: number | null) => {
  const [chosen, choose] = useState<string | null>(null)
  const isOpen = database !== null && chosen === null
  const { data } = useQuery({
    ...routeQuery(databaseSchemas, { params: { pk: database ?? 0 }, q: {} }),
    enabled: isOpen,
    retry: false,
  })
  const first = useFirstSchema(database ?? 0, isOpen ? data?.result : undefined)
  return [chosen ?? first.data ?? null, choose] as const
}
