import { AppError } from '#core/errors.ts'
import type { QueryHost, RunOptions } from '#engines/host/client.ts'
import type { DataAnswer, DataJob } from '#engines/host/protocol.ts'
import { createRecent } from '../../../recent.ts'
import { fewest, gather } from './gather.ts'
import { createRows, type Rows } from './rows.ts'
import type { Shareable } from './shareable.ts'

/** Queries that come within this time of the last one of their place came together with it. */
const burstMs = 30
/** How long one that came together with others waits for more. */
const windowMs = 5
/** Smaller tables are read as fast as they are kept; of larger ones, keeping a third of the rows costs as much as eight queries save. */
const measured: Worth = { sourceRows: 100_000, share: (members) => Math.min(1 / 3, members / 24) }

/** Rows older than this take no more readers; those who ask for the data of now read no rows but of their own burst. */
const oldestMs = 2_000
const oldestForcedMs = 100

/** `isForced`: asks for the data of now. */
export type SharedRunOptions = RunOptions & { isForced?: boolean }

type Member = {
  job: DataJob
  share: Shareable
  options: SharedRunOptions
  settle: Pick<PromiseWithResolvers<DataAnswer>, 'resolve' | 'reject'>
}

type Place = {
  key: string
  waiting: Member[]
  rows: Rows[]
  /** Tables that are being made. */
  making: number
  since: number
  isGathering: boolean
}

/** When sharing saves anything. */
export type Worth = {
  /** Rows of the smallest table whose scans are shared. */
  sourceRows: number
  /** The largest part of its rows that so many queries share. */
  share(members: number): number
}

export type SharingOptions = {
  host: Pick<QueryHost, 'run' | 'scan'>
  /** Memory of one shared scan; 0: nothing is shared. */
  megabytes: number
  worth?: Worth
}

/** Time and memory ran out on the shared rows: they would on all. */
const isFinal = (error: unknown): boolean =>
  error instanceof AppError && (error.type === 'BACKEND_TIMEOUT_ERROR' || error.type === 'RESULT_TOO_LARGE_ERROR')

/** Runs jobs; those that come together and read the same rows of a dataset read them from a table that is made once. */
export const createSharing = ({ host, megabytes, worth = measured }: SharingOptions) => {
  const places = new Map<string, Place>()
  const arrivals = createRecent<number>(500)
  const planned = new Map<number | string, number>()
  const counters = { scans: 0, refused: 0, shared: 0, again: 0 }

  /** On the source itself. */
  const alone = ({ job, options, settle }: Member) => void host.run(job, options).then(settle.resolve, settle.reject)

  /** A place that nothing happens at is forgotten. */
  const tidy = ({ key, rows, making, isGathering }: Place) => {
    if (!rows.length && !making && !isGathering) places.delete(key)
  }

  /** What fails on the shared rows is asked once more by itself: its answer, or its fault, is its own. */
  const read = async (member: Member, job: DataJob, rows: Rows): Promise<void> => {
    const { options, settle } = member
    try {
      const answer = await rows.read(job, options)
      counters.shared++
      settle.resolve(answer)
    } catch (error) {
      if (options.signal?.aborted || isFinal(error)) return settle.reject(error)
      counters.again++
      alone(member)
    }
  }

  /** Reads rows that are kept already, if there are any that hold what it needs. */
  const join = (member: Member, place: Place): boolean => {
    const { conditions } = member.share
    const oldest = member.options.isForced ? oldestForcedMs : oldestMs
    for (const rows of place.rows) {
      if (performance.now() - rows.since > oldest) continue
      if (![...rows.conditions].every((condition) => conditions.includes(condition))) continue
      const onKept = member.share.onKept(rows)
      if (!onKept?.columns.every((column) => rows.columns.has(column))) continue
      void read(member, onKept.job, rows)
      return true
    }
    return false
  }

  /** Makes a table of the rows that the members have in common, and lets each read it; those that gain nothing from it run alone. */
  const share = async (members: Member[], place: Place, conditions: ReadonlySet<string>): Promise<void> => {
    const table = `scan_${crypto.randomUUID().replaceAll('-', '')}`
    const readers = members.map((member) => ({ member, onKept: member.share.onKept({ table, conditions }) }))
    const able = readers.flatMap(({ member, onKept }) => (onKept ? [{ member, ...onKept }] : []))
    const [first] = able
    if (!first || able.length < fewest) return members.forEach(alone)
    for (const { member, onKept } of readers) if (!onKept) alone(member)
    const columns = new Set(able.flatMap((reader) => reader.columns))
    const { connection, catalog, schema, limits } = first.job
    const { from, isTable } = first.member.share
    const bounds = { bytes: megabytes * 2 ** 20, share: worth.share(able.length), sourceRows: worth.sourceRows }
    const scan = { table, columns: [...columns], from, isTable, where: [...conditions], bounds }
    const signal = allGone(able.map(({ member }) => member.options.signal))
    const { user, priority } = first.member.options
    place.making++
    const since = performance.now()
    const kept = await host
      .scan({ kind: 'scan', connection, catalog, schema, scan, limits }, { user, priority, ...(signal && { signal }) })
      .catch(() => null)
    place.making--
    if (!kept) {
      counters.refused++
      able.forEach(({ member }) => alone(member))
      return tidy(place)
    }
    counters.scans++
    const rows = createRows({ table, conditions, columns, since }, kept, () => {
      place.rows.splice(place.rows.indexOf(rows), 1)
      tidy(place)
    })
    place.rows.push(rows)
    for (const { member, job } of able) void read(member, job, rows)
  }

  /** Whether a request for the same data is still being planned, within the time that others wait for it. */
  const isExpecting = ({ waiting, since }: Place): boolean =>
    performance.now() - since < 2 * windowMs && waiting.some(({ share: { dataset } }) => (planned.get(dataset) ?? 0) > 0)

  /** Ends the gathering: those with filters in common go together. */
  const leave = (place: Place) => {
    if (isExpecting(place)) return void setTimeout(() => leave(place), 1)
    place.isGathering = false
    const { groups, alone: others } = gather(place.waiting.splice(0))
    others.forEach(alone)
    for (const { members, conditions } of groups) void share(members, place, new Set(conditions))
    tidy(place)
  }

  /** Joins rows that are there, or the gathering at its place, or begins one. */
  const arrive = (member: Member) => {
    const key = member.share.place
    const now = performance.now()
    const place = places.get(key) ?? { key, waiting: [], rows: [], making: 0, since: now, isGathering: false }
    places.set(key, place)
    if (join(member, place)) return
    const isBurst = now - (arrivals.get(key) ?? -Infinity) < burstMs
    arrivals.set(key, now)
    place.waiting.push(member)
    if (place.isGathering) return
    place.isGathering = true
    place.since = now
    if (isBurst) setTimeout(() => leave(place), windowMs)
    else setImmediate(() => leave(place))
  }

  return {
    run: (job: DataJob, shareable: Shareable | null, options: SharedRunOptions): Promise<DataAnswer> => {
      if (!shareable || megabytes === 0) return host.run(job, options)
      const { promise, ...settle } = Promise.withResolvers<DataAnswer>()
      arrive({ job, share: shareable, options, settle })
      return promise
    },
    /** A request for a dataset is being planned; call when it is. */
    expect: (dataset: number | string): (() => void) => {
      planned.set(dataset, (planned.get(dataset) ?? 0) + 1)
      let isPlanned = false
      return () => {
        if (isPlanned) return
        isPlanned = true
        const left = (planned.get(dataset) ?? 1) - 1
        if (left) planned.set(dataset, left)
        else planned.delete(dataset)
      }
    },
    stats: () => ({ ...counters }),
  }
}

/** Aborted when the last of those who wait has gone; absent when one of them never goes. */
const allGone = (signals: (AbortSignal | undefined)[]): AbortSignal | undefined => {
  const known = signals.filter((signal) => signal !== undefined)
  if (known.length < signals.length) return undefined
  const controller = new AbortController()
  const look = () => known.every((signal) => signal.aborted) && controller.abort(known[0]?.reason)
  for (const signal of known) signal.addEventListener('abort', look, { once: true })
  look()
  return controller.signal
}

export type Sharing = ReturnType<typeof createSharing>
