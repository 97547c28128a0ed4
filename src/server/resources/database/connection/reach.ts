import type { Reach } from '#engines/host/reach/reach.ts'
import type { Config } from '../../../start/config.ts'

/** Where databases may be, by the settings. */
export const databaseReach = ({ privateDatabases, outgoingNetworks }: Pick<Config, 'privateDatabases' | 'outgoingNetworks'>): Reach => ({
  purpose: privateDatabases ? 'database' : 'public database',
  allowed: outgoingNetworks,
})
