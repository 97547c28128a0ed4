import type { OutlinedTable } from '#engines/engine.ts'
import { canQueryAll, canQueryPlace, isSameCatalog, keptList, queryVisibleDatasets, runCatalogJob, type CatalogAccess } from './catalog.ts'

/** All tables of a catalog that the principal may read; null where the engine cannot list them at once. */
export const outlineOf = async (access: CatalogAccess, catalog: string | null): Promise<OutlinedTable[] | null> => {
  const tables = await keptList(access, 'table_cache_timeout', { kind: 'outline', catalog } as const, (question) =>
    runCatalogJob<'outline'>(access, question),
  )
  if (!tables || canQueryAll(access)) return tables
  const open = new Set<string>()
  for (const schema of new Set(tables.map((table) => table.schema))) if (await canQueryPlace(access, { catalog, schema })) open.add(schema)
  const nameOf = (schema: string | null, table: string) => JSON.stringify([schema, table])
  const datasets = await queryVisibleDatasets(access)
  const named = new Set(
    datasets.filter((dataset) => isSameCatalog(catalog, dataset.catalog)).map(({ schema, table_name: table }) => nameOf(schema, table)),
  )
  return tables.filter(({ schema, name }) => open.has(schema) || named.has(nameOf(schema, name)))
}
