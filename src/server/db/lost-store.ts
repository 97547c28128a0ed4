import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { newestBackup } from '../data-directory/backup.ts'
import { commandLine, ConfigError } from '../start/config.ts'
import { binFolder, tablesFolder } from '../house/folders.ts'
import { keyFile } from '../secrets/secret-keys.ts'
import { isPostgresUri, metadataPath, type Place } from './place.ts'

const filesIn = (folder: string): string[] => (existsSync(folder) ? readdirSync(folder) : [])

/** What earlier starts left in the data directory; a fresh one holds none of it. */
const leftBehind = ({ dataDir }: Place): string[] => [
  ...([tablesFolder(dataDir), binFolder(dataDir)].some((folder) => filesIn(folder).some((file) => file.endsWith('.duckdb')))
    ? ['uploaded tables']
    : []),
  ...(existsSync(keyFile(dataDir)) ? ['a secret key'] : []),
  ...(filesIn(join(dataDir, 'backups')).length > 0 ? ['backups'] : []),
]

const list = (words: string[]) => [words.slice(0, -1).join(', '), ...words.slice(-1)].filter(Boolean).join(' and ')

/** The command that puts the newest backup in place, if there is one. */
export const wayToRestore = (config: Place): string => {
  const newest = newestBackup(config)
  const metadata = config.metadata === undefined ? '' : ` --metadata ${config.metadata}`
  return newest
    ? `Put its newest backup ${newest} in place with: ${commandLine} restore --data ${config.dataDir}${metadata}`
    : `There is no backup of it in ${join(config.dataDir, 'backups')}.`
}

/**
 * A store that is not there, or empty, is made by the first start only: beside data of earlier starts it was lost, or another one is
 * meant, and a new one would take everything in the directory for rubbish.
 * @throws ConfigError with the way to restore; nothing was changed
 */
export const refuseNewStore = (config: Place, fault: 'is missing' | 'is empty'): void => {
  const left = leftBehind(config)
  if (left.length === 0) return
  const isPostgres = isPostgresUri(config.metadata)
  const store = isPostgres ? 'Postgres database of --metadata' : `metadata file ${metadataPath(config)}`
  const way = isPostgres ? 'Restore it with pg_restore.' : wayToRestore(config)
  throw new ConfigError(
    `The ${store} ${fault}, but the data directory ${config.dataDir} holds ${list(left)}. Nothing was changed. ${way}\n` +
      'If the metadata is elsewhere, name it with --metadata. To begin anew, choose another directory with --data.',
  )
}

/** Before a SQLite file is opened, which would make one, and empty the write-ahead log of one that is gone. */
export const refuseLostFile = (config: Place): void => {
  const file = statSync(metadataPath(config), { throwIfNoEntry: false })
  if (!file) refuseNewStore(config, 'is missing')
  else if (file.size === 0) refuseNewStore(config, 'is empty')
}
