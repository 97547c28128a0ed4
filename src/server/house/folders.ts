import { join } from 'node:path'

/** Files of current tables, and of those that were replaced a moment ago. */
export const tablesFolder = (dataDir: string): string => join(dataDir, 'tables')

/** Discarded table files, kept for `purgeDays`. */
export const binFolder = (dataDir: string): string => join(dataDir, 'bin')
