/** The contents of a database: catalogs, schemas, tables, and the columns of one. */
import { z } from 'zod'
import { pk } from './declare/resource.ts'
import { route } from './declare/route.ts'

const tag = 'database'
const read = ['can_read', 'Database'] as const

const names = z.object({ result: z.array(z.string()) })

export const databaseSchemas = route({
  method: 'GET',
  path: '/api/v1/database/:pk/schemas/',
  access: read,
  summary: 'Schemas that the caller may look into',
  tag,
  ids: 'digits',
  params: pk,
  q: z.object({ force: z.boolean().optional(), upload_allowed: z.boolean().optional(), catalog: z.string().nullable().optional() }),
  result: names,
})

export const databaseCatalogs = route({
  method: 'GET',
  path: '/api/v1/database/:pk/catalogs/',
  access: read,
  summary: 'Catalogs',
  tag,
  ids: 'digits',
  params: pk,
  q: z.object({ force: z.boolean().optional() }),
  result: names,
})

export const databaseTables = route({
  method: 'GET',
  path: '/api/v1/database/:pk/tables/',
  access: read,
  summary: 'Tables and views of a schema',
  tag,
  ids: 'digits',
  params: pk,
  q: z.object({
    schema_name: z.string(),
    catalog_name: z.string().nullable().optional(),
    force: z.boolean().optional(),
  }),
  result: z.object({ count: z.number(), result: z.array(z.object({ value: z.string(), type: z.string(), extra: z.unknown() })) }),
})

const outlinedTable = z.object({
  schema: z.string(),
  name: z.string(),
  type: z.string(),
  columns: z.array(z.object({ name: z.string(), type: z.string() })),
})
export type OutlinedTable = z.output<typeof outlinedTable>

export const databaseOutline = route({
  method: 'GET',
  path: '/api/v1/database/:pk/outline/',
  access: read,
  summary: 'All tables of a catalog that the caller may read, with their columns; null where the engine cannot tell them at once',
  tag,
  ids: 'digits',
  params: pk,
  q: z.object({ force: z.boolean().optional(), catalog: z.string().nullable().optional() }),
  result: z.object({ result: z.array(outlinedTable).nullable() }),
})

const tableMetadata = z.object({
  name: z.string(),
  columns: z.array(
    z.object({ name: z.string(), type: z.string(), longType: z.string(), keys: z.array(z.unknown()), comment: z.string().nullable() }),
  ),
  selectStar: z.string(),
  primaryKey: z.object({ constrained_columns: z.array(z.string()).nullable(), name: z.string().nullable() }),
  foreignKeys: z.array(z.unknown()),
  indexes: z.array(z.unknown()),
  comment: z.string().nullable(),
})
export type TableMetadata = z.output<typeof tableMetadata>

const tableParams = pk.extend({ table: z.string(), schema: z.string() })

export const databaseTable = route({
  method: 'GET',
  path: '/api/v1/database/:pk/table/:table/:schema/',
  access: read,
  summary: 'Columns and keys of a table',
  tag,
  ids: 'digits',
  params: tableParams,
  result: tableMetadata,
})

const tableExtra = z.object({
  partitions: z
    .object({
      cols: z.array(z.string()),
      /** What rows of the newest partition hold: this value, or where the partitions are ranges, one that is at least this. */
      latest: z.record(z.string(), z.string()),
      is_range: z.boolean(),
    })
    .optional(),
})
export type TableExtra = z.output<typeof tableExtra>

export const databaseTableExtra = route({
  method: 'GET',
  path: '/api/v1/database/:pk/table_extra/:table/:schema/',
  access: read,
  summary: 'Partitions of a table',
  tag,
  ids: 'digits',
  params: tableParams,
  result: tableExtra,
})

const byName = z.object({ name: z.string().optional(), schema: z.string().optional(), catalog: z.string().optional() })

export const databaseTableMetadata = route({
  method: 'GET',
  path: '/api/v1/database/:pk/table_metadata/',
  access: read,
  summary: 'Columns and keys of a table',
  tag,
  ids: 'digits',
  params: pk,
  query: byName,
  result: tableMetadata,
})

export const databaseTableMetadataExtra = route({
  method: 'GET',
  path: '/api/v1/database/:pk/table_metadata/extra/',
  access: read,
  summary: 'Partitions of a table',
  tag,
  ids: 'digits',
  params: pk,
  query: byName,
  result: tableExtra,
})

const sqlText = z.object({ result: z.string() })

export const databaseSelectStar = route({
  method: 'GET',
  path: '/api/v1/database/:pk/select_star/:table/',
  access: read,
  summary: 'A statement that reads a table',
  tag,
  ids: 'digits',
  params: pk.extend({ table: z.string() }),
  result: sqlText,
})

export const databaseSelectStarInSchema = route({
  method: 'GET',
  path: '/api/v1/database/:pk/select_star/:table/:schema/',
  access: read,
  summary: 'A statement that reads a table',
  tag,
  ids: 'digits',
  params: tableParams,
  result: sqlText,
})
