import type { Config } from '../start/config.ts'
import type { Cache } from './cache.ts'
import { createMemoryEvents, type Events } from './events.ts'
import { createMemoryFlights, type Flights } from './flights.ts'
import { createFolderTableFiles } from './folder-table-files.ts'
import { createMemoryLimits, type Limits } from './limits.ts'
import { createMemoryCache } from './memory-cache.ts'
import type { TableFiles } from './table-files.ts'

/** What the processes of an installation share besides the metadata store. */
export type Doors = { cache: Cache; flights: Flights; events: Events; limits: Limits; tableFiles: TableFiles }

/** Bodies are compressed after a burst of requests, not during it. */
const compressAfterMs = 1_000

/** The doors of a single-process installation: in memory, and in the data directory. */
export const createLocalDoors = ({ cacheSize, dataDir }: Config, now: () => Date): Doors => ({
  cache: createMemoryCache({ maxBytes: cacheSize * 1024 ** 2, compressAfterMs: compressAfterMs, now: () => now().getTime() }),
  flights: createMemoryFlights(),
  events: createMemoryEvents(),
  limits: createMemoryLimits(),
  tableFiles: createFolderTableFiles(dataDir),
})
