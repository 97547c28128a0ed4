import { AppError } from '#core/errors.ts'
import type { QueryHost, RunOptions } from '#engines/host/client.ts'
import type { DataAnswer, DataJob } from '#engines/host/protocol.ts'
import { whenAllAborted } from './when-all-aborted.ts'
import { minMembers, gather } from './gather.ts'
import { createRows, type Rows } from './rows.ts'
import type { Shareable } from './shareable.ts'

/** How long a query in a burst waits for others. */
const windowMs = 5
/** Kept rows older than this get no new readers; forced queries only read rows of their own burst. */
const maxAgeMs = 2_000
const maxForcedAgeMs = 100

/** `isForced`: requires current data. */
export type SharedRunOptions = RunOptions & { isForced?: boolean }

export type Member = {
  job: DataJob
  share: Shareable
  options: SharedRunOptions
  settle: Pick<PromiseWithResolvers<DataAnswer>, 'resolve' | 'reject'>
}

/** When sharing pays. */
export type Worth = {
  /** Minimum rows of the source table. */
  sourceRows: number
  /** The largest fraction of its rows that is worth keeping for so many queries. */
  share(members: number): number
}

export type MeetingPlaceOptions = {
  host: Pick<QueryHost, 'run' | 'scan'>
  maxBytes: number
  worth: Worth
  counters: { scans: number; refused: number; shared: number; again: number }
  /** Whether another request for the dataset is still being planned. */
  isPlanned(dataset: number): boolean
  /** Called when no query waits and no rows are kept. */
  onEmpty(): void
}

/** A timeout or size limit on the shared rows would also occur on the source. */
const isFinal = (error: unknown): boolean =>
  error instanceof AppError && (error.type === 'BACKEND_TIMEOUT_ERROR' || error.type === 'RESULT_TOO_LARGE_ERROR')

/** Collects queries over the same source: those that arrive within moments share one scan of its rows. */
export class MeetingPlace {
  readonly #options: MeetingPlaceOptions
  #waiting: Member[] = []
  readonly #rows: Rows[] = []
  /** Scans that are being made. */
  #making = 0
  #since = 0
  #isGathering = false

  constructor(options: MeetingPlaceOptions) {
    this.#options = options
  }

  /** Reads from kept rows that contain what the query needs; false if there are none. */
  join(member: Member): boolean {
    const { conditions } = member.share
    const maxAge = member.options.isForced ? maxForcedAgeMs : maxAgeMs
    for (const rows of this.#rows) {
      if (performance.now() - rows.since > maxAge) continue
      if (![...rows.conditions].every((condition) => conditions.includes(condition))) continue
      const onKept = member.share.onKept(rows)
      if (!onKept?.columns.every((column) => rows.columns.has(column))) continue
      void this.#read(member, onKept.job, rows)
      return true
    }
    return false
  }

  /** Waits with others for the end of the gathering; `isBurst`: more queries are likely. */
  wait(member: Member, isBurst: boolean): void {
    this.#waiting.push(member)
    if (this.#isGathering) return
    this.#isGathering = true
    this.#since = performance.now()
    if (isBurst) setTimeout(() => this.#endGathering(), windowMs)
    else setImmediate(() => this.#endGathering())
  }

  /** Queries with common filters share a scan, the others run alone. */
  #endGathering(): void {
    if (this.#isExpectingMore()) return void setTimeout(() => this.#endGathering(), 1)
    this.#isGathering = false
    const { groups, alone } = gather(this.#waiting.splice(0))
    for (const member of alone) this.#runAlone(member)
    for (const { members, conditions } of groups) void this.#share(members, new Set(conditions))
    this.#tidy()
  }

  /** Whether to wait longer, because a request for the same dataset is still being planned. */
  #isExpectingMore(): boolean {
    return (
      performance.now() - this.#since < 2 * windowMs && this.#waiting.some(({ share: { dataset } }) => this.#options.isPlanned(dataset))
    )
  }

  /** Makes a scan of the rows that the members share and runs them on it; those that cannot use it run alone. */
  async #share(members: Member[], conditions: ReadonlySet<string>): Promise<void> {
    const { maxBytes, worth, counters, host } = this.#options
    const table = `scan_${crypto.randomUUID().replaceAll('-', '')}`
    const readers = members.map((member) => ({ member, onKept: member.share.onKept({ table, conditions }) }))
    const able = readers.flatMap(({ member, onKept }) => (onKept ? [{ member, ...onKept }] : []))
    const [first] = able
    if (!first || able.length < minMembers) return members.forEach((member) => this.#runAlone(member))
    for (const { member, onKept } of readers) if (!onKept) this.#runAlone(member)
    const columns = new Set(able.flatMap((reader) => reader.columns))
    const { connection, catalog, schema, limits } = first.job
    const { from, isTable } = first.member.share
    const bounds = { bytes: maxBytes, share: worth.share(able.length), sourceRows: worth.sourceRows }
    const scan = { table, columns: [...columns], from, isTable, where: [...conditions], bounds }
    const signal = whenAllAborted(able.map(({ member }) => member.options.signal))
    const { user, priority } = first.member.options
    this.#making++
    const since = performance.now()
    const kept = await host
      .scan({ kind: 'scan', connection, catalog, schema, scan, limits }, { user, priority, ...(signal && { signal }) })
      .catch(() => null)
    this.#making--
    if (!kept) {
      counters.refused++
      for (const { member } of able) this.#runAlone(member)
      return this.#tidy()
    }
    counters.scans++
    const rows = createRows({ table, conditions, columns, since }, kept, () => {
      this.#rows.splice(this.#rows.indexOf(rows), 1)
      this.#tidy()
    })
    this.#rows.push(rows)
    for (const { member, job } of able) void this.#read(member, job, rows)
  }

  /** Runs a query on the kept rows; if it fails there, it runs again on the source. */
  async #read(member: Member, job: DataJob, rows: Rows): Promise<void> {
    const { options, settle } = member
    const { counters } = this.#options
    try {
      const answer = await rows.read(job, options)
      counters.shared++
      settle.resolve(answer)
    } catch (error) {
      if (options.signal?.aborted || isFinal(error)) return settle.reject(error)
      counters.again++
      this.#runAlone(member)
    }
  }

  /** Runs a query on the source. */
  #runAlone({ job, options, settle }: Member): void {
    void this.#options.host.run(job, options).then(settle.resolve, settle.reject)
  }

  #tidy(): void {
    if (!this.#rows.length && !this.#making && !this.#isGathering) this.#options.onEmpty()
  }
}
