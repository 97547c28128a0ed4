import type { QueryClient } from '@tanstack/react-query'
import { databaseOutline, databaseSchemas, databaseTables } from '#api/database-catalogue.ts'
import { sqllabCatalogs } from '#api/sqllab.ts'
import { call } from '../../../data/call.ts'
import { catalogsQuery, columnsQuery, outlineQuery, partitionsQuery, schemasQuery, tablesQuery } from '../state/use-catalogue.ts'
import { isTable, type Node } from './tree-nodes.ts'

/** Reads again what the tree has read, past what the server keeps. */
export const refreshTree = async (
  client: QueryClient,
  databaseId: number,
  { catalogs, nodes }: { catalogs: readonly (string | null)[]; nodes: readonly Node[] },
): Promise<void> => {
  const params = { pk: databaseId }
  const isRead = ({ queryKey }: { queryKey: readonly unknown[] }) => client.getQueryData(queryKey) !== undefined
  const renewed = catalogs.flatMap((catalog) => {
    const q = { force: true, ...(catalog && { catalog }) }
    const [schemas, outline] = [schemasQuery(databaseId, catalog), outlineQuery(databaseId, catalog)]
    return [
      ...(isRead(schemas) ? [async () => client.setQueryData(schemas.queryKey, await call(databaseSchemas, { params, q }))] : []),
      ...(isRead(outline) ? [async () => client.setQueryData(outline.queryKey, await call(databaseOutline, { params, q }))] : []),
    ]
  })
  const tables = nodes.flatMap(({ catalog, schema, table }) => {
    if (schema === undefined || table !== undefined) return []
    const q = { schema_name: schema, force: true, ...(catalog && { catalog_name: catalog }) }
    const { queryKey } = tablesQuery(databaseId, { catalog, schema })
    return [async () => client.setQueryData(queryKey, await call(databaseTables, { params, q }))]
  })
  const details = nodes
    .filter(isTable)
    .flatMap((node) => [columnsQuery, partitionsQuery].map((query) => query(databaseId, node, node.table)))
  client.setQueryData(catalogsQuery(databaseId).queryKey, await call(sqllabCatalogs, { q: { database_id: databaseId, force: true } }))
  await Promise.all([
    ...[...renewed, ...tables].map((renew) => renew()),
    ...details.map(({ queryKey }) => client.invalidateQueries({ queryKey })),
  ])
}
