import { realpathSync, statSync, type BigIntStats } from 'node:fs'
import { homedir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import type { Config } from '../../../start/config.ts'
import { isPostgresUri, metadataPath } from '../../../db/place.ts'

/** The path of a `file:` URI, as SQLite resolves it: without authority and options. */
const pathOfFileUri = (text: string): string => {
  const path = /^file:(?:\/\/[^/]*)?([^?#]*)/i.exec(text)?.[1] ?? text
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

const realPath = (path: string): string => {
  try {
    return realpathSync.native(path)
  } catch {
    const parent = dirname(path)
    return parent === path ? path : join(realPath(parent), basename(path))
  }
}

/** The absolute path that an embedded engine would open, with links, `file:` and `~` resolved. */
export const resolvedFile = (database: string): string => {
  const path = /^file:/i.test(database) ? pathOfFileUri(database) : database
  return realPath(resolve(path.replace(/^~(?=\/|$)/, homedir())))
}

const statOf = (path: string): BigIntStats | undefined => statSync(path, { throwIfNoEntry: false, bigint: true })

const isSame = (one: BigIntStats | undefined, other: BigIntStats | undefined) =>
  one !== undefined && one.dev === other?.dev && one.ino === other.ino

const folderAndParents = (path: string): string[] => (dirname(path) === path ? [path] : [path, ...folderAndParents(dirname(path))])

/** Whether a resolved file is in one of the folders, or below; links of theirs are followed. */
export const isInFolders = (folders: readonly string[], path: string): boolean => {
  const roots = folders.map((folder) => realPath(resolve(folder)))
  return folderAndParents(dirname(path)).some((folder) => roots.includes(folder))
}

type Place = Pick<Config, 'dataDir' | 'metadata'>

/**
 * Whether a resolved file is the metadata or is in the data directory. Compares inodes, so that other spellings, hard links and second
 * mounts are recognized.
 */
export const isOwnFile = (config: Place, path: string): boolean => {
  const folder = statOf(config.dataDir)
  if (folderAndParents(path).some((one) => one === config.dataDir || isSame(statOf(one), folder))) return true
  if (isPostgresUri(config.metadata)) return false
  const metadata = resolvedFile(metadataPath(config))
  return ['', '-wal', '-shm'].some((end) => path === metadata + end || isSame(statOf(path), statOf(metadata + end)))
}
