import { availableParallelism, totalmem } from 'node:os'
import { join } from 'node:path'
import { catalogTimeoutMs } from '../errors/engine-error.ts'
import { hostEntry, type HostProcessOptions } from '../process.ts'
import type { Reach } from '../reach/reach.ts'
import type { Lane } from '../queue/queue.ts'

export type QueryHostConfig = {
  /** Folder that engines spill to when memory is exceeded. */
  tempDirectory: string
  /** Which addresses may be connected to; by default all that databases may have. */
  reach?: Reach
  /** Folder of drivers that are installed on demand; by default in `tempDirectory`. */
  drivers?: string
  /** Host processes for shared work; by default 1. */
  processes?: number
  /** Statements of embedded engines that run at once; by default one for each core. */
  running?: number
  /** Statements that run at once on one connection to a server. */
  runningPerServer?: number
  /** Downloads that run at once. */
  downloads?: number
  waiting?: number
  waitingPerUser?: number
  /** Resident memory at which a host is killed. */
  memoryMb?: number
  /** The memory limit set in the embedded engine, which may exceed it. */
  engineMemoryMb?: number
  threads?: number
  graceMs?: number
  connectTimeoutMs?: number
  /** After how long a question about schemas, tables or columns is given up. */
  catalogTimeoutMs?: number
  /** Unused connections and dedicated hosts are closed after it. */
  idleMs?: number
  /** Of the processes, by lane: 0 to 19. */
  niceness?: Record<Lane, number>
  /** Whether downloads show texts that a spreadsheet would run as text; true by default. */
  formulasAsText?: boolean
  /** The host's program; another one in tests. */
  entry?: string
}

/** Slots of a queue: in the main lane, beside it in the slow one, and those of them that one person may hold. */
export type Slots = { slots: number; slowSlots?: number; slotsPerUser?: number }

export type QueryHostSettings = {
  processes: number
  slots: Record<'embedded' | 'server' | 'download' | 'catalog', Slots>
  waiting: number
  waitingPerUser: number
  memoryMb: number
  graceMs: number
  idleMs: number
  niceness: Record<Lane, number>
  process: Omit<HostProcessOptions, 'settings'> & { settings: Omit<HostProcessOptions['settings'], 'niceness'> }
}

/** Nice values: hosts have lower priority than the web process, and slow queries lower than others. */
const defaultNiceness: Record<Lane, number> = { main: 5, slow: 19 }

const catalogSlots = 2

export const settingsOf = (config: QueryHostConfig): QueryHostSettings => {
  const { running = Math.max(2, availableParallelism()), runningPerServer = 5, downloads = 4 } = config
  const { memoryMb = Math.max(1024, Math.floor((totalmem() / 2 ** 20) * 0.5)), graceMs = 2_000, idleMs = 60_000 } = config
  const slowPerServer = Math.max(1, Math.floor(runningPerServer / 2))
  return {
    processes: config.processes ?? 1,
    slots: {
      // Slow queries run concurrently with the others, at a lower priority.
      embedded: { slots: running, slowSlots: Math.max(1, Math.floor(running / 2)) },
      server: { slots: runningPerServer, slowSlots: slowPerServer },
      download: { slots: downloads, slotsPerUser: Math.ceil(downloads / 2) },
      catalog: { slots: catalogSlots },
    },
    waiting: config.waiting ?? 2_000,
    waitingPerUser: config.waitingPerUser ?? 200,
    memoryMb,
    graceMs,
    idleMs,
    niceness: config.niceness ?? defaultNiceness,
    process: {
      settings: {
        engineMemoryMb: config.engineMemoryMb ?? Math.floor(memoryMb * 0.6),
        threads: config.threads ?? availableParallelism(),
        tempDirectory: config.tempDirectory,
        reach: config.reach ?? { purpose: 'database', allowed: [] },
        drivers: config.drivers ?? join(config.tempDirectory, 'drivers'),
        connections: Math.max(running, runningPerServer + slowPerServer) + downloads + catalogSlots,
        connectTimeoutMs: config.connectTimeoutMs ?? 10_000,
        catalogTimeoutMs: config.catalogTimeoutMs ?? catalogTimeoutMs,
        idleMs,
        formulasAsText: config.formulasAsText ?? true,
      },
      memoryMb,
      graceMs,
      entry: config.entry ?? hostEntry,
      poolSize: running + downloads + 4,
    },
  }
}
