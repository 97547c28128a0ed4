import { join } from 'node:path'

/** The files of the tables as they are, and of those that were replaced a moment ago. */
export const tablesFolder = (dataDir: string): string => join(dataDir, 'tables')

/** Table files that nothing names any more, kept for the purge days. */
export const binFolder = (dataDir: string): string => join(dataDir, 'bin')
