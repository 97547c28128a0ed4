import { existsSync, mkdirSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { dirname } from 'node:path'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { Migrator, type Migration } from 'kysely/migration'
import { writeBackup } from '../data-directory/backup.ts'
import { ConfigError } from '../start/config.ts'
import { isPostgres } from './dialect.ts'
import { rejectLostFile, rejectNewStore, restoreHint } from './lost-store.ts'
import { metadataPath, isPostgresUri, type StoreLocation } from './place.ts'
import { postgresVersion, setStoreVersion } from './cached-until-change.ts'
import { openSqliteStore } from './sqlite.ts'
import type { Tables } from './tables.ts'
import * as start from './migrations/001-start.ts'
import * as lists from './migrations/002-lists.ts'
import * as cssTemplates from './migrations/003-css-templates.ts'
import * as annotations from './migrations/004-annotations.ts'
import * as openCharts from './migrations/005-open-charts.ts'
import * as tags from './migrations/006-tags.ts'
import * as filterSets from './migrations/007-filter-sets.ts'
import * as implicitTags from './migrations/008-implicit-tags.ts'
import * as dashboardSources from './migrations/009-dashboard-sources.ts'
import * as savedQueriesAndThemes from './migrations/010-saved-queries-and-themes.ts'
import * as sqlLab from './migrations/011-sql-lab.ts'
import * as tagsOfSavedQueries from './migrations/012-tags-of-saved-queries.ts'
import * as rowRules from './migrations/013-row-rules.ts'
import * as userAttributes from './migrations/014-user-attributes.ts'
import * as signIn from './migrations/015-sign-in.ts'
import * as embeddedDashboards from './migrations/016-embedded-dashboards.ts'
import * as columnRules from './migrations/017-column-rules.ts'
import * as materializations from './migrations/018-materializations.ts'
import * as provisioning from './migrations/019-provisioning.ts'
import * as datasetUsage from './migrations/020-dataset-usage.ts'

export type Db = Kysely<Tables>

/** Forward only, in order of name; released migrations must not change. */
export const migrations: Record<string, Migration> = {
  '001-start': start,
  '002-lists': lists,
  '003-css-templates': cssTemplates,
  '004-annotations': annotations,
  '005-open-charts': openCharts,
  '006-tags': tags,
  '007-filter-sets': filterSets,
  '008-implicit-tags': implicitTags,
  '009-dashboard-sources': dashboardSources,
  '010-saved-queries-and-themes': savedQueriesAndThemes,
  '011-sql-lab': sqlLab,
  '012-tags-of-saved-queries': tagsOfSavedQueries,
  '013-row-rules': rowRules,
  '014-user-attributes': userAttributes,
  '015-sign-in': signIn,
  '016-embedded-dashboards': embeddedDashboards,
  '017-column-rules': columnRules,
  '018-materializations': materializations,
  '019-provisioning': provisioning,
  '020-dataset-usage': datasetUsage,
}

/**
 * Opens the metadata store and migrates it to the newest schema, under a lock; a SQLite store is backed up first.
 * @throws ConfigError when it is damaged, from a newer release, or missing while the data directory holds data that belongs to it
 */
export const openDb = async (config: StoreLocation): Promise<Db> => {
  const db = isPostgresUri(config.metadata) ? await openPostgres(metadataPath(config)) : openSqlite(config)
  try {
    await migrate(config, db)
    await refreshStatistics(db)
  } catch (error) {
    await db.destroy()
    throw error
  }
  return db
}

const migrate = async (config: StoreLocation, db: Db): Promise<void> => {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  const known = await migrator.getMigrations()
  const done = known.filter(({ executedAt }) => executedAt)
  if (done.length === 0) rejectNewStore(config, 'is empty')
  else if (done.length < known.length && !isPostgresUri(config.metadata)) await writeBackup(config)
  const { error } = await migrator.migrateToLatest()
  if (error)
    throw new ConfigError(
      `The metadata database could not be migrated to the newest schema: ${error instanceof Error ? error.message : String(error)}`,
    )
}

/** Updates SQLite's planner statistics; without them it assumes that most rows are deleted. Postgres does this by itself. */
export const refreshStatistics = async (db: Db): Promise<void> => {
  if (isPostgres(db)) return
  await sql`pragma analysis_limit = 400`.execute(db)
  await sql`pragma optimize = 0x10002`.execute(db)
}

const openPostgres = async (uri: string): Promise<Db> => {
  const { default: pg } = await import('pg')
  pg.types.setTypeParser(20, Number)
  const pool = new pg.Pool({ connectionString: uri, connectionTimeoutMillis: 10_000, max: 10 })
  // An idle connection was lost, for instance by a restart of the server: the next statement opens a new one.
  pool.on('error', () => {})
  const db: Db = new Kysely({ dialect: new PostgresDialect({ pool }) })
  try {
    await sql`select 1`.execute(db)
  } catch (error) {
    throw new ConfigError(`--metadata: the Postgres database cannot be reached: ${(error as Error).message}`, { cause: error })
  }
  setStoreVersion(db, postgresVersion(db))
  return db
}

const openSqlite = (config: StoreLocation): Db => {
  const path = metadataPath(config)
  if (path !== ':memory:') {
    try {
      mkdirSync(dirname(path), { recursive: true })
    } catch (cause) {
      throw unusableError(path, cause)
    }
    rejectLostFile(config)
    if (existsSync(path)) checkFile(config)
  }
  const { dialect, version } = openSqliteStore(path)
  const db: Db = new Kysely({ dialect })
  setStoreVersion(db, version)
  return db
}

/** SQLite's codes for a corrupt file and for a file that is not a database. */
const damageCodes = new Set([11, 26])

const checkFile = (config: StoreLocation) => {
  const path = metadataPath(config)
  try {
    const file = new DatabaseSync(path, { readOnly: true })
    const result = file.prepare('pragma quick_check(1)').get()
    file.close()
    if (result?.['quick_check'] !== 'ok') throw Object.assign(new Error(String(result?.['quick_check'])), { errcode: 11 })
  } catch (cause) {
    throw damageCodes.has((cause as { errcode?: number }).errcode ?? 0) ? damagedError(config, cause) : unusableError(path, cause)
  }
}

const damagedError = (config: StoreLocation, cause: unknown) =>
  new ConfigError(`The metadata file ${metadataPath(config)} is damaged. ${restoreHint(config)}`, { cause })

const unusableError = (path: string, cause: unknown) =>
  new ConfigError(`--metadata: ${path} cannot be used: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
