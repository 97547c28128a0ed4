import type { Kysely } from 'kysely'
import { nobody } from '#core/access/principal.ts'
import { syncObjectPairs } from '../access/object-pairs.ts'
import type { Context } from '../context.ts'
import { change } from '../db/change.ts'
import { isPostgres } from '../db/dialect.ts'
import { cachedUntilChange } from '../db/cached-until-change.ts'
import type { Tables } from '../db/tables.ts'

/**
 * The house database holds uploaded and example tables. Every table is a series of immutable DuckDB files (generations), of which the
 * newest that is not retired is current. The query host attaches them read-only.
 */
export const houseName = 'Files'

export type TableRef = { schema: string; table: string }

type Reader = Pick<Context, 'db'>

/** Creates the row of the house database at the first start. */
export const ensureHouse = async (ctx: Pick<Context, 'db' | 'events' | 'now'>): Promise<number> => {
  const found = await ctx.db.selectFrom('databases').select('id').where('is_house', '=', 1).executeTakeFirst()
  if (found) return found.id
  return change(ctx, { principal: nobody, how: 'job' }, async (scope) => {
    const state = await scope.trx
      .insertInto('databases')
      .values({
        ...scope.stamp(),
        database_name: houseName,
        sqlalchemy_uri: 'duckdb:///files',
        secrets: null,
        engine: 'duckdb',
        configuration_method: 'sqlalchemy_form',
        allow_file_upload: 1,
        is_house: 1,
        force_ctas_schema: null,
        cache_timeout: null,
        extra: null,
        server_cert: null,
        external_url: null,
        deleted_at: null,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    await syncObjectPairs(scope.trx, 'database', state.id)
    await scope.record({ kind: 'database', id: state.id, action: 'create', state })
    return state.id
  })
}

export const houseId = async ({ db }: Reader): Promise<number> =>
  (await db.selectFrom('databases').select('id').where('is_house', '=', 1).executeTakeFirstOrThrow()).id

/** Locks the house until the transaction ends, so that concurrent writers see each other's table names. */
export const lockHouse = async (trx: Kysely<Tables>): Promise<number> => {
  const house = trx.selectFrom('databases').select('id').where('is_house', '=', 1)
  return (await house.$if(isPostgres(trx), (query) => query.forUpdate()).executeTakeFirstOrThrow()).id
}

export type Generation = TableRef & {
  id: number
  path: string
  rows: number
  /** When the rows were read from another source; null for files. */
  dataOn: string | null
}

/** The current generation of every table. */
export const currentGenerations = cachedUntilChange(async (ctx: Pick<Context, 'db' | 'tableFiles'>): Promise<readonly Generation[]> => {
  const rows = await ctx.db
    .selectFrom('table_files')
    .select(['id', 'schema', 'table_name', 'path', 'rows', 'data_on'])
    .where('retired_on', 'is', null)
    .orderBy('id')
    .execute()
  return Promise.all(
    rows.map(async ({ id, schema, table_name: table, path, rows: count, data_on: dataOn }) => ({
      id,
      schema,
      table,
      rows: Number(count),
      dataOn,
      path: await ctx.tableFiles.pathOf(path),
    })),
  )
})

type NewGeneration = TableRef & { databaseId: number; file: string; rows: number; bytes: number; now: string; dataOn?: string | null }

/** Adds a finished file as the table's newest generation, within the caller's transaction. */
export const addGeneration = async (trx: Kysely<Tables>, generation: NewGeneration): Promise<number> => {
  const { databaseId, schema, table, file, rows, bytes, now, dataOn = null } = generation
  await retireTable(trx, { schema, table }, now)
  const { id } = await trx
    .insertInto('table_files')
    .values({
      database_id: databaseId,
      schema,
      table_name: table,
      path: file,
      rows,
      bytes,
      created_on: now,
      retired_on: null,
      data_on: dataOn,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Table names are case-insensitive. */
const isSameTable = (one: TableRef, other: TableRef): boolean =>
  one.schema.toLowerCase() === other.schema.toLowerCase() && one.table.toLowerCase() === other.table.toLowerCase()

/** The table's current generation, or null. */
export const currentTable = async (ctx: Pick<Context, 'db' | 'tableFiles'>, table: TableRef): Promise<Generation | null> =>
  (await currentGenerations(ctx)).find((generation) => isSameTable(generation, table)) ?? null

/** Retires the table; its file stays for a while for running queries. */
export const retireTable = async (trx: Kysely<Tables>, table: TableRef, now: string): Promise<void> => {
  const current = await trx
    .selectFrom('table_files')
    .select(['id', 'schema', 'table_name as table'])
    .where('retired_on', 'is', null)
    .execute()
  for (const one of current) {
    if (isSameTable(one, table)) await trx.updateTable('table_files').set({ retired_on: now }).where('id', '=', one.id).execute()
  }
}

/** The physical dataset of the table, or null. */
export const datasetOn = async (db: Kysely<Tables>, table: TableRef): Promise<{ id: number } | null> => {
  const rows = await db
    .selectFrom('datasets')
    .innerJoin('databases', 'databases.id', 'datasets.database_id')
    .select(['datasets.id', 'datasets.schema', 'datasets.table_name as table'])
    .where('databases.is_house', '=', 1)
    .where('datasets.sql', 'is', null)
    .where('datasets.deleted_at', 'is', null)
    .execute()
  return rows.find((row) => isSameTable({ schema: row.schema ?? '', table: row.table }, table)) ?? null
}
