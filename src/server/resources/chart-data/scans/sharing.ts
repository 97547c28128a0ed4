import type { QueryHost } from '#engines/host/client.ts'
import type { DataAnswer, DataJob } from '#engines/host/protocol.ts'
import { createRecent } from '../../../doors/recent.ts'
import { MeetingPlace, type Member, type SharedRunOptions, type Worth } from './meeting-place.ts'
import type { Shareable } from './shareable.ts'

/** Queries of one place belong to a burst when they arrive within this time of the previous one. */
const burstMs = 30
/** Measured: smaller tables are read as fast as copied; keeping a third of a larger one costs as much as eight queries save. */
const measuredWorth: Worth = { sourceRows: 100_000, share: (members) => Math.min(1 / 3, members / 24) }

export type SharingOptions = {
  host: Pick<QueryHost, 'run' | 'scan'>
  /** Memory of one shared scan; 0 turns sharing off. */
  megabytes: number
  worth?: Worth
}

/** Runs jobs; concurrent ones that read the same rows of a dataset share one scan. */
export class Sharing {
  readonly #host: SharingOptions['host']
  readonly #maxBytes: number
  readonly #worth: Worth
  readonly #places = new Map<string, MeetingPlace>()
  readonly #arrivals = createRecent<number>(500)
  /** Requests that are being planned, by dataset. */
  readonly #planned = new Map<number | string, number>()
  readonly #counters = { scans: 0, refused: 0, shared: 0, again: 0 }

  constructor({ host, megabytes, worth = measuredWorth }: SharingOptions) {
    this.#host = host
    this.#maxBytes = megabytes * 2 ** 20
    this.#worth = worth
  }

  run(job: DataJob, share: Shareable | null, options: SharedRunOptions): Promise<DataAnswer> {
    if (!share || this.#maxBytes === 0) return this.#host.run(job, options)
    const { promise, ...settle } = Promise.withResolvers<DataAnswer>()
    this.#arrive({ job, share, options, settle })
    return promise
  }

  /** Announces that a request for a dataset is being planned; call the returned function when it is. */
  announce(dataset: number | string): () => void {
    this.#planned.set(dataset, (this.#planned.get(dataset) ?? 0) + 1)
    let isPlanned = false
    return () => {
      if (isPlanned) return
      isPlanned = true
      const left = (this.#planned.get(dataset) ?? 1) - 1
      if (left) this.#planned.set(dataset, left)
      else this.#planned.delete(dataset)
    }
  }

  stats() {
    return { ...this.#counters }
  }

  /** Joins kept rows or the current gathering, or starts a gathering. */
  #arrive(member: Member): void {
    const key = member.share.place
    const place = this.#placeOf(key)
    if (place.join(member)) return
    const now = performance.now()
    const isBurst = now - (this.#arrivals.get(key) ?? -Infinity) < burstMs
    this.#arrivals.set(key, now)
    place.wait(member, isBurst)
  }

  #placeOf(key: string): MeetingPlace {
    const known = this.#places.get(key)
    if (known) return known
    const place = new MeetingPlace({
      host: this.#host,
      maxBytes: this.#maxBytes,
      worth: this.#worth,
      counters: this.#counters,
      isPlanned: (dataset) => (this.#planned.get(dataset) ?? 0) > 0,
      onEmpty: () => void this.#places.delete(key),
    })
    this.#places.set(key, place)
    return place
  }
}
