import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import { syncObjectPairs } from '../access/object-pairs.ts'
import type { Context } from '../context.ts'
import type { Tables } from '../db/tables.ts'

/**
 * The house database: uploaded and example tables. Every table is a series of immutable DuckDB files (generations); the newest one
 * that is not retired is the table. The query host attaches them read-only.
 */
export const houseName = 'Files'

export type TableRef = { schema: string; table: string }

type Reader = Pick<Context, 'db'>

/** Makes the row of the house database at the first start. */
export const ensureHouse = async (ctx: Pick<Context, 'db' | 'now'>): Promise<number> => {
  const found = await ctx.db.selectFrom('databases').select('id').where('is_house', '=', 1).executeTakeFirst()
  if (found) return found.id
  const now = ctx.now().toISOString()
  const { id } = await ctx.db
    .insertInto('databases')
    .values({
      uuid: randomUUID(),
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
      created_on: now,
      changed_on: now,
      created_by_fk: null,
      changed_by_fk: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await syncObjectPairs(ctx.db, 'database', id)
  return id
}

export const houseId = async ({ db }: Reader): Promise<number> =>
  (await db.selectFrom('databases').select('id').where('is_house', '=', 1).executeTakeFirstOrThrow()).id

const tablesFolder = (ctx: Pick<Context, 'config'>) => join(ctx.config.dataDir, 'tables')

/** A new name for a table file, in a folder that exists. */
export const newTableFile = async (ctx: Pick<Context, 'config'>): Promise<{ path: string; file: string }> => {
  await mkdir(tablesFolder(ctx), { recursive: true })
  const file = `${randomUUID()}.duckdb`
  return { path: join(tablesFolder(ctx), file), file }
}

export type Generation = TableRef & { id: number; path: string; rows: number }

/** The tables as they are now. */
export const currentGenerations = async (ctx: Pick<Context, 'db' | 'config'>): Promise<Generation[]> => {
  const rows = await ctx.db
    .selectFrom('table_files')
    .select(['id', 'schema', 'table_name', 'path', 'rows'])
    .where('retired_on', 'is', null)
    .orderBy('id')
    .execute()
  return rows.map(({ id, schema, table_name: table, path, rows: count }) => ({
    id,
    schema,
    table,
    rows: Number(count),
    path: join(tablesFolder(ctx), path),
  }))
}

type NewGeneration = TableRef & { databaseId: number; file: string; rows: number; bytes: number; now: string }

/** Puts a finished file in place of the table's former generation, within the caller's transaction. */
export const addGeneration = async (trx: Kysely<Tables>, generation: NewGeneration): Promise<number> => {
  const { databaseId, schema, table, file, rows, bytes, now } = generation
  await trx
    .updateTable('table_files')
    .set({ retired_on: now })
    .where('database_id', '=', databaseId)
    .where('schema', '=', schema)
    .where('table_name', '=', table)
    .where('retired_on', 'is', null)
    .execute()
  const { id } = await trx
    .insertInto('table_files')
    .values({ database_id: databaseId, schema, table_name: table, path: file, rows, bytes, created_on: now, retired_on: null })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** How long a retired generation stays for queries that still run on it. */
const graceMs = 10 * 60_000

/** Removes retired generations after a grace, and files that no generation names: what a killed process left behind. */
export const collectTableFiles = async (ctx: Pick<Context, 'db' | 'config' | 'now'>): Promise<number> => {
  const before = new Date(ctx.now().getTime() - graceMs).toISOString()
  await ctx.db.deleteFrom('table_files').where('retired_on', '<', before).execute()
  const known = new Set((await ctx.db.selectFrom('table_files').select('path').execute()).map(({ path }) => path))
  const found = await readdir(tablesFolder(ctx)).catch(() => [])
  const left = found.filter((file) => !known.has(file))
  for (const file of left) await rm(join(tablesFolder(ctx), file), { recursive: true, force: true })
  return left.length
}
