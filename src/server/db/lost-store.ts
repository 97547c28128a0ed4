import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { newestBackup } from '../data-directory/backup.ts'
import { commandLine, ConfigError } from '../start/config.ts'
import { binFolder, tablesFolder } from '../house/folders.ts'
import { keyFile } from '../secrets/secret-keys.ts'
import { isPostgresUri, metadataPath, type StoreLocation } from './place.ts'

const filesIn = (folder: string): string[] => (existsSync(folder) ? readdirSync(folder) : [])

/** Data of earlier starts in the data directory; a fresh directory has none. */
const findLeftovers = ({ dataDir }: StoreLocation): string[] => [
  ...([tablesFolder(dataDir), binFolder(dataDir)].some((folder) => filesIn(folder).some((file) => file.endsWith('.duckdb')))
    ? ['uploaded tables']
    : []),
  ...(existsSync(keyFile(dataDir)) ? ['a secret key'] : []),
  ...(filesIn(join(dataDir, 'backups')).length > 0 ? ['backups'] : []),
]

const joinWords = (words: string[]) => [words.slice(0, -1).join(', '), ...words.slice(-1)].filter(Boolean).join(' and ')

/** The command that restores the newest backup, or a sentence that there is none. */
export const restoreHint = (config: StoreLocation): string => {
  const newest = newestBackup(config)
  const metadata = config.metadata === undefined ? '' : ` --metadata ${config.metadata}`
  return newest
    ? `Restore the newest backup ${newest} with: ${commandLine} restore --data ${config.dataDir}${metadata}`
    : `There is no backup of it in ${join(config.dataDir, 'backups')}.`
}

/**
 * A missing or empty store is created by the first start only. Beside data of earlier starts it was lost, or `--metadata` names the
 * wrong one, and a new store would discard all files in the directory as unreferenced.
 * @throws ConfigError that says how to restore; nothing was changed
 */
export const rejectNewStore = (config: StoreLocation, fault: 'is missing' | 'is empty'): void => {
  const left = findLeftovers(config)
  if (left.length === 0) return
  const isPostgres = isPostgresUri(config.metadata)
  const store = isPostgres ? 'Postgres database of --metadata' : `metadata file ${metadataPath(config)}`
  const way = isPostgres ? 'Restore it with pg_restore.' : restoreHint(config)
  throw new ConfigError(
    `The ${store} ${fault}, but the data directory ${config.dataDir} holds ${joinWords(left)}. Nothing was changed. ${way}\n` +
      'If the metadata is elsewhere, name it with --metadata. To start over, choose another directory with --data.',
  )
}

/** Call it before SQLite opens the file, which would create a missing one and empty its leftover write-ahead log. */
export const rejectLostFile = (config: StoreLocation): void => {
  const file = statSync(metadataPath(config), { throwIfNoEntry: false })
  if (!file) rejectNewStore(config, 'is missing')
  else if (file.size === 0) rejectNewStore(config, 'is empty')
}
