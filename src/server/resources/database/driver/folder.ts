import { join } from 'node:path'
import type { Config } from '../../../start/config.ts'

/** Drivers that were installed on demand. */
export const driversFolder = ({ dataDir }: Pick<Config, 'dataDir'>): string => join(dataDir, 'drivers')
