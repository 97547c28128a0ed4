import type { Config } from '../start/config.ts'
import type { Cache } from './cache.ts'
import { createMemoryEvents, type Events } from './events.ts'
import { createMemoryFlights, type Flights } from './flights.ts'
import { createFolderTableFiles } from './folder-table-files.ts'
import { createMemoryLimits, type Limits } from './limits.ts'
import { createMemoryCache } from './memory-cache.ts'
import type { TableFiles } from './table-files.ts'

/** What processes of one installation share beside the metadata store. */
export type Doors = { cache: Cache; flights: Flights; events: Events; limits: Limits; tableFiles: TableFiles }

/** What is asked for in a burst is packed when it is over. */
const packAfterMs = 1_000

/** The doors of an installation of one process: its memory, and its data directory. */
export const createLocalDoors = ({ cacheSize, dataDir }: Config, now: () => Date): Doors => ({
  cache: createMemoryCache({ maxBytes: cacheSize * 1024 ** 2, packAfterMs, now: () => now().getTime() }),
  flights: createMemoryFlights(),
  events: createMemoryEvents(),
  limits: createMemoryLimits(),
  tableFiles: createFolderTableFiles(dataDir),
})
