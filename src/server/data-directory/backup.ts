import { constants, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { copyFile, mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { ConfigError } from '../start/config.ts'
import { lockDataDir } from './data-lock.ts'
import { isPostgresUri, metadataPath, type StoreLocation } from '../db/place.ts'
import { freeDiskBytes } from './disk-space.ts'
import { binFolder, tablesFolder } from '../house/folders.ts'
import { logUnexpected } from '#engines/host/errors/log-unexpected.ts'
import { keyFile } from '../secrets/secret-keys.ts'

/** A backup is a folder with `metadata.sqlite`, the table files it refers to in `tables/`, `secret.key` and `manifest.json`. */
const manifestName = 'manifest.json'

const timestamp = () => new Date().toISOString().replaceAll(/[:.]/g, '-')

const sqlitePath = (config: StoreLocation): string => {
  if (isPostgresUri(config.metadata))
    throw new ConfigError('The metadata is in Postgres: back it up and restore it with pg_dump and pg_restore')
  return metadataPath(config)
}

const tableFilesOf = (metadata: DatabaseSync): string[] =>
  metadata
    .prepare('select path from table_files where retired_on is null')
    .all()
    .map((row) => String(row['path']))

/**
 * Copies a file and syncs it to disk: a real copy, not a hard link, so that damage to one does not affect the other. On file systems with
 * copy-on-write it takes no space.
 */
const copyDurably = async (from: string, to: string): Promise<void> => {
  await mkdir(dirname(to), { recursive: true })
  const part = `${to}.part`
  try {
    await copyFile(from, part, constants.COPYFILE_FICLONE_FORCE).catch(async () => {
      await requireDiskSpace(dirname(to), (await stat(from)).size)
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

const requireDiskSpace = async (folder: string, bytes: number): Promise<void> => {
  const free = await freeDiskBytes(folder)
  if (bytes > free)
    throw new ConfigError(`There is not enough disk space for a copy of ${bytes} bytes in ${folder}: ${free} bytes are free`)
}

/** The path of a table file; one that was replaced during the backup has moved to the bin. */
const locateTableFile = ({ dataDir }: StoreLocation, file: string): string =>
  [tablesFolder(dataDir), binFolder(dataDir)].map((folder) => join(folder, file)).find((path) => existsSync(path)) ??
  join(tablesFolder(dataDir), file)

const reportBackup = (text: string) => logUnexpected(text, 'backup')

/** Writes a backup, also while the server runs; returns its folder. Missing table files are skipped and reported to `warn`. */
export const writeBackup = async (config: StoreLocation, { target, by, warn = reportBackup }: BackupOptions = {}): Promise<string> => {
  const source = sqlitePath(config)
  if (!existsSync(source)) throw new ConfigError(`There is nothing to back up: ${source} is missing`)
  const folder = target ?? join(config.dataDir, 'backups', timestamp())
  if (existsSync(join(folder, manifestName))) throw new ConfigError(`${folder} already holds a backup`)
  const made = mkdirSync(folder, { recursive: true, mode: 0o700 })
  try {
    const copied = await copyMetadata(source, join(folder, 'metadata.sqlite'))
    const missing = copied.filter((file) => !existsSync(locateTableFile(config, file)))
    for (const file of missing) warn(`The table file ${file} is missing and is not in this backup`)
    const files = copied.filter((file) => !missing.includes(file))
    for (const file of files) await copyDurably(locateTableFile(config, file), join(folder, 'tables', file))
    const key = keyFile(config.dataDir)
    if (existsSync(key)) await copyDurably(key, join(folder, 'secret.key'))
    const manifest: Manifest = { made_on: new Date().toISOString(), files, ...(by && { by }) }
    writeFileSync(join(folder, manifestName), JSON.stringify(manifest, null, 2))
    return folder
  } catch (error) {
    if (made) rmSync(folder, { recursive: true, force: true })
    throw error
  }
}

type BackupOptions = { target?: string | undefined; by?: Manifest['by']; warn?: (text: string) => void }

/** Copies a consistent snapshot of the metadata; returns the table files that it refers to. */
const copyMetadata = async (source: string, target: string): Promise<string[]> => {
  await requireDiskSpace(dirname(target), statSync(source).size)
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

/** A running server watches this file to learn that its store was replaced. */
export const restoredMarkFile = (config: StoreLocation): string => join(config.dataDir, 'restored')

/**
 * Restores a backup, also under a running server: table files first, then the whole metadata with SQLite's online backup.
 * The previous state is kept as a backup; returns its folder, or null when there was none.
 */
export const restoreBackup = async (config: StoreLocation, folder: string): Promise<string | null> => {
  const target = sqlitePath(config)
  if (!existsSync(join(folder, manifestName))) throw new ConfigError(`${folder} is not a backup: it has no ${manifestName}`)
  const { files } = readManifest(folder)
  const missing = files.find((file) => !existsSync(join(folder, 'tables', file)))
  if (missing) throw new ConfigError(`The backup is incomplete: tables/${missing} is missing`)
  const ownKey = keyFile(config.dataDir)
  const backupKey = join(folder, 'secret.key')
  const isKeyDifferent = existsSync(backupKey) && !(existsSync(ownKey) && readFileSync(backupKey, 'utf8') === readFileSync(ownKey, 'utf8'))
  const kept = existsSync(target) ? await writeBackup(config).catch(() => null) : null
  for (const file of files) await copyDurably(join(folder, 'tables', file), join(tablesFolder(config.dataDir), file))
  if (!kept) putAside(config, target)
  const source = new DatabaseSync(join(folder, 'metadata.sqlite'), { readOnly: true })
  await backup(source, target)
  source.close()
  if (isKeyDifferent) await copyDurably(backupKey, ownKey)
  writeFileSync(restoredMarkFile(config), timestamp())
  return kept
}

/** Renames an unreadable store. Taking the lock makes sure that no server runs on it. */
const putAside = (config: StoreLocation, path: string) => {
  const parts = ['', '-wal', '-shm'].filter((end) => existsSync(path + end))
  if (parts.length === 0) return
  const unlock = lockDataDir(config.dataDir)
  for (const end of parts) renameSync(path + end, `${path}.damaged-${timestamp()}${end}`)
  unlock()
}

type Manifest = { made_on: string; files: string[]; by?: 'product' }

const readManifest = (folder: string) => JSON.parse(readFileSync(join(folder, manifestName), 'utf8')) as Manifest

/** Complete backups in the data directory, oldest first. */
const listBackups = (config: StoreLocation): { folder: string; manifest: Manifest }[] => {
  const root = join(config.dataDir, 'backups')
  const folders = existsSync(root) ? readdirSync(root).map((name) => join(root, name)) : []
  return folders
    .filter((folder) => existsSync(join(folder, manifestName)))
    .map((folder) => ({ folder, manifest: readManifest(folder) }))
    .sort((a, b) => (a.manifest.made_on < b.manifest.made_on ? -1 : 1))
}

export const newestBackup = (config: StoreLocation): string | null => listBackups(config).at(-1)?.folder ?? null

/** Writes an automatic backup and deletes all automatic ones but the newest `maxBackups`; manual backups stay. */
export const rotateBackups = async (config: StoreLocation, maxBackups: number): Promise<void> => {
  await writeBackup(config, { target: join(config.dataDir, 'backups', `daily-${timestamp()}`), by: 'product' })
  const own = listBackups(config).filter(({ manifest }) => manifest.by === 'product')
  for (const { folder } of own.slice(0, -maxBackups)) rmSync(folder, { recursive: true, force: true })
}
