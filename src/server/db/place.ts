import { join } from 'node:path'
import type { Config } from '../start/config.ts'

export type StoreLocation = Pick<Config, 'metadata' | 'dataDir'>

export const isPostgresUri = (metadata: string | undefined): boolean => /^postgres(ql)?:\/\//.test(metadata ?? '')

/** The path of the SQLite file, or the URI of the Postgres database. */
export const metadataPath = ({ metadata, dataDir }: StoreLocation): string => metadata ?? join(dataDir, 'metadata.sqlite')
