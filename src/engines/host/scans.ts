import { AppError } from '#core/errors.ts'
import { t } from '#core/i18n/t.ts'
import type { StatementOptions } from '../engine.ts'
import { findEngine } from '../index.ts'
import type { Lease, Pool } from './pool.ts'
import { engineTimeout } from './protocol.ts'
import type { Job, ScanAnswer, ScanJob } from './protocol.ts'

/** Connections that keep scans, by the scans' tables; all others are the pool's. */
export const createScans = (pool: Pool) => {
  const kept = new Map<string, Lease>()

  const forget = async (table: string, discard: boolean): Promise<void> => {
    const lease = kept.get(table)
    if (!lease) return
    kept.delete(table)
    if (discard) return lease.release(true)
    try {
      await lease.connection.drop?.({ table })
      await lease.release(false)
    } catch {
      await lease.release(true)
    }
  }

  /** Of the scan that a job names, else of the pool. A job that was stopped may leave a server busy: its connection is not used again. */
  const acquire = async (job: Job, signal: AbortSignal): Promise<Lease> => {
    if (job.kind !== 'data' || job.scan === undefined) return pool.acquire(job.connection, signal)
    const { scan: table } = job
    const lease = kept.get(table)
    if (!lease) throw new AppError('GENERIC_BACKEND_ERROR', t('The rows that the query was to read are gone.'), { status: 503 })
    const isBusy = () => signal.aborted && !findEngine(job.connection.engine)?.embedded
    return {
      connection: lease.connection,
      release: async () => {
        if (isBusy() || !lease.connection.alive()) await forget(table, true)
      },
    }
  }

  /** Keeps the scan on the connection of the lease, which then stays with it. */
  const keep = async ({ scan, limits, catalog, schema }: ScanJob, lease: Lease, signal: AbortSignal): Promise<ScanAnswer> => {
    const { connection } = lease
    const options: StatementOptions = { signal, catalog, schema, timeoutMs: engineTimeout(limits) }
    const isKept = (await connection.keep?.(scan, options)) ?? false
    signal.throwIfAborted()
    if (isKept) kept.set(scan.table, lease)
    else await connection.drop?.(scan)
    return { kept: isKept }
  }

  return { acquire, acquireForeign: pool.acquire.bind(pool), keep, drop: (table: string) => forget(table, false) }
}

export type Scans = ReturnType<typeof createScans>
