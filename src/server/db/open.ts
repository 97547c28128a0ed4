import { existsSync, mkdirSync } from 'node:fs'
import { backup, DatabaseSync } from 'node:sqlite'
import { dirname, join } from 'node:path'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { Migrator, type Migration } from 'kysely/migration'
import { ConfigError, type Config } from '../config.ts'
import { sqliteDialect } from './sqlite.ts'
import type { Tables } from './tables.ts'
import * as start from './migrations/001-start.ts'
import * as lists from './migrations/002-lists.ts'
import * as cssTemplates from './migrations/003-css-templates.ts'
import * as annotations from './migrations/004-annotations.ts'

export type Db = Kysely<Tables>

/** Forward only, in order of name; a released one never changes. */
const migrations: Record<string, Migration> = {
  '001-start': start,
  '002-lists': lists,
  '003-css-templates': cssTemplates,
  '004-annotations': annotations,
}

const isPostgresUri = (metadata: string | undefined) => /^postgres(ql)?:\/\//.test(metadata ?? '')

export const metadataPath = (config: Pick<Config, 'metadata' | 'dataDir'>): string =>
  config.metadata ?? join(config.dataDir, 'metadata.sqlite')

/**
 * Opens the metadata store and brings it to the newest schema, under a lock; a SQLite file is first copied to `backups/`.
 * @throws ConfigError when the file is damaged or from a newer version.
 */
export const openDb = async (config: Pick<Config, 'metadata' | 'dataDir'>): Promise<Db> => {
  const path = metadataPath(config)
  const db = isPostgresUri(config.metadata) ? await openPostgres(path) : openSqlite(path, config.dataDir)
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  const pending = await migrator.getMigrations()
  if (pending.some((m) => !m.executedAt) && pending.some((m) => m.executedAt) && !isPostgresUri(config.metadata))
    await copyTo(path, config.dataDir)
  const { error } = await migrator.migrateToLatest()
  if (error)
    throw new ConfigError(
      `The metadata database could not be brought to the newest schema: ${error instanceof Error ? error.message : String(error)}`,
    )
  return db
}

const openPostgres = async (uri: string): Promise<Db> => {
  const { default: pg } = await import('pg')
  pg.types.setTypeParser(20, Number)
  const db: Db = new Kysely({
    dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: uri, connectionTimeoutMillis: 10_000, max: 10 }) }),
  })
  try {
    await sql`select 1`.execute(db)
  } catch (error) {
    throw new ConfigError(`--metadata: the Postgres database cannot be reached: ${(error as Error).message}`, { cause: error })
  }
  return db
}

const openSqlite = (path: string, dataDir: string): Db => {
  if (path !== ':memory:') {
    mkdirSync(dirname(path), { recursive: true })
    if (existsSync(path)) checkFile(path, dataDir)
  }
  return new Kysely({ dialect: sqliteDialect(path) })
}

const checkFile = (path: string, dataDir: string) => {
  const damaged = (cause: unknown) =>
    new ConfigError(
      `The metadata file ${path} is damaged. Restore it with: npm start -- restore (backups are in ${join(dataDir, 'backups')})`,
      { cause },
    )
  try {
    const file = new DatabaseSync(path, { readOnly: true })
    const result = file.prepare('pragma quick_check(1)').get()
    file.close()
    if (result?.['quick_check'] !== 'ok') throw new Error(String(result?.['quick_check']))
  } catch (cause) {
    throw damaged(cause)
  }
}

const copyTo = async (path: string, dataDir: string) => {
  const folder = join(dataDir, 'backups')
  mkdirSync(folder, { recursive: true })
  const source = new DatabaseSync(path, { readOnly: true })
  await backup(source, join(folder, `before-migration-${new Date().toISOString().replaceAll(/[:.]/g, '-')}.sqlite`))
  source.close()
}
