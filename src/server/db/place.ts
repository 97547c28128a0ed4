import { join } from 'node:path'
import type { Config } from '../start/config.ts'

/** Where the metadata lives. */
export type Place = Pick<Config, 'metadata' | 'dataDir'>

export const isPostgresUri = (metadata: string | undefined): boolean => /^postgres(ql)?:\/\//.test(metadata ?? '')

/** The SQLite file, or the address of the Postgres database. */
export const metadataPath = ({ metadata, dataDir }: Place): string => metadata ?? join(dataDir, 'metadata.sqlite')
