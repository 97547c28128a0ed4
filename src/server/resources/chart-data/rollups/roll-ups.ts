import type { KeptScan, QueryHost, RunOptions } from '#engines/host/client.ts'
import type { DataAnswer, DataJob } from '#engines/host/protocol.ts'
import type { Prepared } from '../prepare/prepare.ts'
import type { Source } from '../source.ts'
import type { RollUpAxis } from './axis.ts'
import { rollUpOf, type RollUp } from './roll-up.ts'

/** How long a roll-up is kept after its last use, and at most. */
const idleMs = 60_000
const maxAgeMs = 600_000
/** A source with too many groups is not rolled up again for this long. */
const refusedMs = 60_000
/** Together they stay below the memory limit of the engine. */
const maxKept = 24
/** More groups are read no faster than the table, or are not worth their memory. */
const maxMegabytes = 32

type Kept = {
  rollUp: RollUp
  since: number
  usedAt: number
  /** Null when there are too many groups. */
  made: Promise<KeptScan | null>
  ready: { scan: KeptScan; table: string } | null
}

type Query = { source: Source; prepared: Prepared; job: DataJob }
type QueryOptions = RunOptions & { isForced?: boolean }

export type RollUpsOptions = {
  host: Pick<QueryHost, 'scan'>
  /** Memory of one roll-up; 0 turns them off. */
  megabytes: number
  now?: () => number
}

/** Roll-ups in the query host. Brushes prepare theirs; a search in the values of a column makes one with its first text. */
export class RollUps {
  readonly #host: RollUpsOptions['host']
  readonly #maxBytes: number
  readonly #now: () => number
  /** By key, the one used last at the end. */
  readonly #kept = new Map<string, Kept>()
  /** What was prepared for each dataset, as JSON. */
  readonly #axes = new Map<number, Map<string, RollUpAxis>>()
  readonly #timer: NodeJS.Timeout
  readonly #counters = { made: 0, refused: 0, read: 0, failed: 0 }

  constructor({ host, megabytes, now = () => performance.now() }: RollUpsOptions) {
    this.#host = host
    this.#maxBytes = Math.min(megabytes, maxMegabytes) * 2 ** 20
    this.#now = now
    this.#timer = setInterval(() => this.#dropOld(), idleMs / 4).unref()
  }

  /** Makes the roll-up by which a query will be answered along an axis. Whether there is one. */
  async prepare(query: Query, axis: RollUpAxis, options: RunOptions): Promise<boolean> {
    const rollUp = this.#maxBytes > 0 ? rollUpOf(query.source, query.prepared, axis) : null
    if (!rollUp) return false
    const axes = this.#axes.get(rollUp.dataset) ?? new Map<string, RollUpAxis>()
    this.#axes.set(rollUp.dataset, axes.set(JSON.stringify(axis), axis))
    return (await this.#make(rollUp, query, options)) !== null
  }

  /** The response read from a roll-up; null where there is none for the query. */
  async run(query: Query, { isForced = false, ...options }: QueryOptions): Promise<DataAnswer | null> {
    if (isForced || this.#maxBytes === 0) return null
    const found = await this.#find(query, options)
    if (!found) return null
    const { kept, statement } = found
    try {
      this.#touch(kept)
      const answer = await found.scan.run({ ...query.job, ...statement }, options)
      this.#counters.read++
      return { ...answer, shared: true }
    } catch (error) {
      if (options.signal?.aborted) throw error
      this.#counters.failed++
      this.#drop(kept)
      return null
    }
  }

  /** Forgets the roll-ups of a dataset, or all. */
  clear(dataset?: number): void {
    for (const kept of this.#kept.values()) if (dataset === undefined || kept.rollUp.dataset === dataset) this.#drop(kept)
  }

  close(): void {
    clearInterval(this.#timer)
    this.clear()
  }

  stats() {
    return { ...this.#counters, kept: this.#kept.size }
  }

  async #find(query: Query, options: RunOptions) {
    const { source, prepared } = query
    for (const axis of this.#axes.get(source.dataset.id)?.values() ?? []) {
      const rollUp = rollUpOf(source, prepared, axis)
      const found = rollUp && this.#ready(rollUp)
      if (found) return found
    }
    const axis = searchAxis(prepared)
    const rollUp = axis && rollUpOf(source, prepared, axis)
    if (!rollUp) return null
    const { signal: _ofOneSearch, ...lasting } = options
    await this.#make(rollUp, query, lasting)
    return this.#ready(rollUp)
  }

  #ready(rollUp: RollUp) {
    const kept = this.#kept.get(rollUp.key)
    const statement = kept?.ready && rollUp.read(kept.ready.table)
    return kept?.ready && statement ? { kept, scan: kept.ready.scan, statement: { sql: statement.sql, labels: statement.labels } } : null
  }

  #make(rollUp: RollUp, { job }: Query, { user, priority }: RunOptions): Promise<KeptScan | null> {
    const known = this.#kept.get(rollUp.key)
    if (known) return known.made
    const table = `roll_up_${crypto.randomUUID().replaceAll('-', '')}`
    const { connection, catalog, schema, limits } = job
    const bounds = { bytes: this.#maxBytes, share: 1, sourceRows: 0 }
    const scan = { ...rollUp.scan, table, isTable: false, where: [], bounds }
    const made = this.#host
      .scan({ kind: 'scan', connection, catalog, schema, scan, limits }, { ...(user && { user }), ...(priority && { priority }) })
      .catch(() => null)
      .then((keptScan) => {
        this.#counters[keptScan ? 'made' : 'refused']++
        if (!keptScan) return null
        // It was dropped while it was made.
        if (this.#kept.get(rollUp.key) !== kept) keptScan.drop()
        else kept.ready = { scan: keptScan, table }
        return keptScan
      })
    const at = this.#now()
    const kept: Kept = { rollUp, since: at, usedAt: at, made, ready: null }
    this.#kept.set(rollUp.key, kept)
    const [oldest] = this.#kept.values()
    if (this.#kept.size > maxKept && oldest) this.#drop(oldest)
    return made
  }

  #touch(kept: Kept): void {
    kept.usedAt = this.#now()
    this.#kept.delete(kept.rollUp.key)
    this.#kept.set(kept.rollUp.key, kept)
  }

  #drop(kept: Kept): void {
    const { key, dataset } = kept.rollUp
    if (this.#kept.get(key) === kept) this.#kept.delete(key)
    kept.ready?.scan.drop()
    kept.ready = null
    if (![...this.#kept.values()].some(({ rollUp }) => rollUp.dataset === dataset)) this.#axes.delete(dataset)
  }

  #dropOld(): void {
    const at = this.#now()
    for (const kept of this.#kept.values()) {
      const wasUseful = kept.ready !== null
      if (at - kept.since > (wasUseful ? maxAgeMs : refusedMs) || at - kept.usedAt > idleMs) this.#drop(kept)
    }
  }
}

/** The column in whose values a query searches. */
const searchAxis = ({ plan: { columns, filters } }: Prepared): RollUpAxis | null => {
  const [column] = columns
  if (columns.length !== 1 || typeof column !== 'string') return null
  return filters.some(({ col, op }) => col === column && op.toUpperCase() === 'ILIKE') ? { column, step: 'values' } : null
}
