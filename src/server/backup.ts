import { cpSync, existsSync, linkSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { ConfigError } from './config.ts'
import { lockDataDir } from './data-lock.ts'
import { isPostgresUri, metadataPath, type Place } from './db/place.ts'

/** A backup is a folder: `metadata.sqlite`, `tables/` with the files that it names, `secret.key`, and `manifest.json`. */
const manifestName = 'manifest.json'

const stamp = () => new Date().toISOString().replaceAll(/[:.]/g, '-')

const sqlitePath = (config: Place): string => {
  if (isPostgresUri(config.metadata))
    throw new ConfigError('The metadata lives in Postgres: back it up and restore it with pg_dump and pg_restore')
  return metadataPath(config)
}

const tableFilesOf = (metadata: DatabaseSync): string[] =>
  metadata
    .prepare('select path from table_files where retired_on is null')
    .all()
    .map((row) => String(row['path']))

/** Table files never change, so a second name for the same file is a copy; across disks it is copied. */
const place = (from: string, to: string) => {
  if (existsSync(to)) return
  mkdirSync(dirname(to), { recursive: true })
  try {
    linkSync(from, to)
  } catch {
    cpSync(from, `${to}.part`)
    renameSync(`${to}.part`, to)
  }
}

/** Writes a backup while the product runs; returns its folder. Retired files stay ten minutes, so that none vanishes meanwhile. */
export const writeBackup = async (config: Place, target?: string, by?: Manifest['by']): Promise<string> => {
  const source = sqlitePath(config)
  if (!existsSync(source)) throw new ConfigError(`There is nothing to back up: ${source} is missing`)
  const folder = target ?? join(config.dataDir, 'backups', stamp())
  if (existsSync(join(folder, manifestName))) throw new ConfigError(`${folder} already holds a backup`)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const metadata = new DatabaseSync(source, { readOnly: true, timeout: 5000 })
  await backup(metadata, join(folder, 'metadata.sqlite'))
  metadata.close()
  const copy = new DatabaseSync(join(folder, 'metadata.sqlite'), { readOnly: true })
  const files = tableFilesOf(copy)
  copy.close()
  for (const file of files) place(join(config.dataDir, 'tables', file), join(folder, 'tables', file))
  const key = join(config.dataDir, 'secret.key')
  if (existsSync(key)) cpSync(key, join(folder, 'secret.key'))
  const manifest: Manifest = { made_on: new Date().toISOString(), files, ...(by && { by }) }
  writeFileSync(join(folder, manifestName), JSON.stringify(manifest, null, 2))
  return folder
}

/** The file whose change tells a running server that its store was replaced. */
export const restoredMark = (config: Place): string => join(config.dataDir, 'restored')

/**
 * Puts a backup in place, also under a running server: table files first, then the whole metadata in one transaction of SQLite's own.
 * What was there before is kept as a backup; returns its folder, or null when there was nothing.
 */
export const restoreBackup = async (config: Place, folder: string): Promise<string | null> => {
  const target = sqlitePath(config)
  if (!existsSync(join(folder, manifestName))) throw new ConfigError(`${folder} is no backup: it has no ${manifestName}`)
  const { files } = manifestOf(folder)
  const missing = files.find((file) => !existsSync(join(folder, 'tables', file)))
  if (missing) throw new ConfigError(`The backup is incomplete: tables/${missing} is missing`)
  const ownKey = join(config.dataDir, 'secret.key')
  const itsKey = join(folder, 'secret.key')
  const sameKey = !existsSync(itsKey) || !existsSync(ownKey) || readFileSync(itsKey, 'utf8') === readFileSync(ownKey, 'utf8')
  const kept = existsSync(target) ? await writeBackup(config).catch(() => null) : null
  for (const file of files) place(join(folder, 'tables', file), join(config.dataDir, 'tables', file))
  if (existsSync(target) && !kept) putAside(config, target)
  const source = new DatabaseSync(join(folder, 'metadata.sqlite'), { readOnly: true })
  await backup(source, target)
  source.close()
  if (!sameKey) {
    cpSync(itsKey, `${ownKey}.part`)
    renameSync(`${ownKey}.part`, ownKey)
  }
  writeFileSync(restoredMark(config), stamp())
  return kept
}

/** A store that cannot be read is kept under another name; nobody runs on it, or this start would not get the lock. */
const putAside = (config: Place, path: string) => {
  const unlock = lockDataDir(config.dataDir)
  for (const end of ['', '-wal', '-shm']) if (existsSync(path + end)) renameSync(path + end, `${path}.damaged-${stamp()}${end}`)
  unlock()
}

type Manifest = { made_on: string; files: string[]; by?: 'product' }

const manifestOf = (folder: string) => JSON.parse(readFileSync(join(folder, manifestName), 'utf8')) as Manifest

/** Whole backups in the data directory's own folder, oldest first. */
const backupsIn = (config: Place): { folder: string; manifest: Manifest }[] => {
  const root = join(config.dataDir, 'backups')
  const folders = existsSync(root) ? readdirSync(root).map((name) => join(root, name)) : []
  return folders
    .filter((folder) => existsSync(join(folder, manifestName)))
    .map((folder) => ({ folder, manifest: manifestOf(folder) }))
    .sort((a, b) => (a.manifest.made_on < b.manifest.made_on ? -1 : 1))
}

export const newestBackup = (config: Place): string | null => backupsIn(config).at(-1)?.folder ?? null

/** Makes one more of the product's own backups and removes all but the newest `most` of them; those of people stay. */
export const keepBackups = async (config: Place, most: number): Promise<void> => {
  await writeBackup(config, join(config.dataDir, 'backups', `daily-${stamp()}`), 'product')
  const own = backupsIn(config).filter(({ manifest }) => manifest.by === 'product')
  for (const { folder } of own.slice(0, -most)) rmSync(folder, { recursive: true, force: true })
}
