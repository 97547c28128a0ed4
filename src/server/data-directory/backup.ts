import { constants, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { copyFile, mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { ConfigError } from '../start/config.ts'
import { lockDataDir } from './data-lock.ts'
import { isPostgresUri, metadataPath, type StoreLocation } from '../db/place.ts'
import { freeForFiles } from './disk-space.ts'
import { binFolder, tablesFolder } from '../house/folders.ts'
import { logUnexpected } from '../http/errors/log-unexpected.ts'
import { keyFile } from '../secrets/secret-keys.ts'

/** A backup is a folder: `metadata.sqlite`, `tables/` with the files that it names, `secret.key`, and `manifest.json`. */
const manifestName = 'manifest.json'

const stamp = () => new Date().toISOString().replaceAll(/[:.]/g, '-')

const sqlitePath = (config: StoreLocation): string => {
  if (isPostgresUri(config.metadata))
    throw new ConfigError('The metadata lives in Postgres: back it up and restore it with pg_dump and pg_restore')
  return metadataPath(config)
}

const tableFilesOf = (metadata: DatabaseSync): string[] =>
  metadata
    .prepare('select path from table_files where retired_on is null')
    .all()
    .map((row) => String(row['path']))

/**
 * A copy of its own, so that damage to one file does not reach the other; where the file system shares blocks until one of them is
 * written, it takes no room.
 */
const place = async (from: string, to: string): Promise<void> => {
  await mkdir(dirname(to), { recursive: true })
  const part = `${to}.part`
  try {
    await copyFile(from, part, constants.COPYFILE_FICLONE_FORCE).catch(async () => {
      await demandRoom(dirname(to), (await stat(from)).size)
      await copyFile(from, part)
    })
    const file = await open(part, 'r+')
    await file.sync()
    await file.close()
    await rename(part, to)
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
}

const demandRoom = async (folder: string, bytes: number): Promise<void> => {
  const free = await freeForFiles(folder)
  if (bytes > free) throw new ConfigError(`The disk has no room for a copy of ${bytes} bytes in ${folder}; ${free} are free`)
}

/** Where a table file lies; one that was replaced while others were copied is in the bin by now. */
const tableFile = ({ dataDir }: StoreLocation, file: string): string =>
  [tablesFolder(dataDir), binFolder(dataDir)].map((folder) => join(folder, file)).find((path) => existsSync(path)) ??
  join(tablesFolder(dataDir), file)

const reportBackup = (text: string) => logUnexpected(text, 'backup')

/** Writes a backup while the product runs; returns its folder. A table file that is missing is left out and told to `warn`. */
export const writeBackup = async (config: StoreLocation, { target, by, warn = reportBackup }: BackupOptions = {}): Promise<string> => {
  const source = sqlitePath(config)
  if (!existsSync(source)) throw new ConfigError(`There is nothing to back up: ${source} is missing`)
  const folder = target ?? join(config.dataDir, 'backups', stamp())
  if (existsSync(join(folder, manifestName))) throw new ConfigError(`${folder} already holds a backup`)
  const made = mkdirSync(folder, { recursive: true, mode: 0o700 })
  try {
    const copied = await copyMetadata(source, join(folder, 'metadata.sqlite'))
    const missing = copied.filter((file) => !existsSync(tableFile(config, file)))
    for (const file of missing) warn(`The table file ${file} is missing: this backup goes without it`)
    const files = copied.filter((file) => !missing.includes(file))
    for (const file of files) await place(tableFile(config, file), join(folder, 'tables', file))
    const key = keyFile(config.dataDir)
    if (existsSync(key)) await place(key, join(folder, 'secret.key'))
    const manifest: Manifest = { made_on: new Date().toISOString(), files, ...(by && { by }) }
    writeFileSync(join(folder, manifestName), JSON.stringify(manifest, null, 2))
    return folder
  } catch (error) {
    if (made) rmSync(folder, { recursive: true, force: true })
    throw error
  }
}

type BackupOptions = { target?: string | undefined; by?: Manifest['by']; warn?: (text: string) => void }

/** Copies the metadata as it is at one moment; returns the table files that it names. */
const copyMetadata = async (source: string, target: string): Promise<string[]> => {
  await demandRoom(dirname(target), statSync(source).size)
  const metadata = new DatabaseSync(source, { readOnly: true, timeout: 5000 })
  try {
    await backup(metadata, target)
  } finally {
    metadata.close()
  }
  const copy = new DatabaseSync(target, { readOnly: true })
  try {
    return tableFilesOf(copy)
  } finally {
    copy.close()
  }
}

/** The file whose change tells a running server that its store was replaced. */
export const restoredMark = (config: StoreLocation): string => join(config.dataDir, 'restored')

/**
 * Puts a backup in place, also under a running server: table files first, then the whole metadata in one transaction of SQLite's own.
 * What was there before is kept as a backup; returns its folder, or null when there was nothing.
 */
export const restoreBackup = async (config: StoreLocation, folder: string): Promise<string | null> => {
  const target = sqlitePath(config)
  if (!existsSync(join(folder, manifestName))) throw new ConfigError(`${folder} is no backup: it has no ${manifestName}`)
  const { files } = manifestOf(folder)
  const missing = files.find((file) => !existsSync(join(folder, 'tables', file)))
  if (missing) throw new ConfigError(`The backup is incomplete: tables/${missing} is missing`)
  const ownKey = keyFile(config.dataDir)
  const itsKey = join(folder, 'secret.key')
  const bringsKey = existsSync(itsKey) && !(existsSync(ownKey) && readFileSync(itsKey, 'utf8') === readFileSync(ownKey, 'utf8'))
  const kept = existsSync(target) ? await writeBackup(config).catch(() => null) : null
  for (const file of files) await place(join(folder, 'tables', file), join(tablesFolder(config.dataDir), file))
  if (!kept) putAside(config, target)
  const source = new DatabaseSync(join(folder, 'metadata.sqlite'), { readOnly: true })
  await backup(source, target)
  source.close()
  if (bringsKey) await place(itsKey, ownKey)
  writeFileSync(restoredMark(config), stamp())
  return kept
}

/** A store that cannot be read is kept under another name; nobody runs on it, or this start would not get the lock. */
const putAside = (config: StoreLocation, path: string) => {
  const parts = ['', '-wal', '-shm'].filter((end) => existsSync(path + end))
  if (parts.length === 0) return
  const unlock = lockDataDir(config.dataDir)
  for (const end of parts) renameSync(path + end, `${path}.damaged-${stamp()}${end}`)
  unlock()
}

type Manifest = { made_on: string; files: string[]; by?: 'product' }

const manifestOf = (folder: string) => JSON.parse(readFileSync(join(folder, manifestName), 'utf8')) as Manifest

/** Whole backups in the data directory's own folder, oldest first. */
const backupsIn = (config: StoreLocation): { folder: string; manifest: Manifest }[] => {
  const root = join(config.dataDir, 'backups')
  const folders = existsSync(root) ? readdirSync(root).map((name) => join(root, name)) : []
  return folders
    .filter((folder) => existsSync(join(folder, manifestName)))
    .map((folder) => ({ folder, manifest: manifestOf(folder) }))
    .sort((a, b) => (a.manifest.made_on < b.manifest.made_on ? -1 : 1))
}

export const newestBackup = (config: StoreLocation): string | null => backupsIn(config).at(-1)?.folder ?? null

/** Makes one more of the product's own backups and removes all but the newest `most` of them; those of people stay. */
export const keepBackups = async (config: StoreLocation, most: number): Promise<void> => {
  await writeBackup(config, { target: join(config.dataDir, 'backups', `daily-${stamp()}`), by: 'product' })
  const own = backupsIn(config).filter(({ manifest }) => manifest.by === 'product')
  for (const { folder } of own.slice(0, -most)) rmSync(folder, { recursive: true, force: true })
}
