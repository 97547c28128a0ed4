import { AppError } from '#core/errors.ts'
import { t } from '#core/i18n/t.ts'
import type { Context } from '../../../context.ts'

/** A query that runs in this process: what stops it, and how far it is. */
export type Live = {
  controller: AbortController
  /** Resolves when it has ended. */
  ended: Promise<void>
  /** Its place in the queue, from 1, while it waits. */
  place?: (() => number) | undefined
  /** Rows read so far. */
  rows?: number | undefined
  /** The share of the work that the engine says is done, 0–1. */
  share?: number | undefined
  /** When somebody last asked how far it is, by the clock of `performance`. */
  askedAt?: number
}

const known = new WeakMap<Context['host'], Map<number, Live>>()

type Progress = { queue_place?: number; rows_so_far?: number; percent?: number }

type Reader = Pick<Context, 'host'>

const liveOf = ({ host }: Reader): Map<number, Live> => {
  const found = known.get(host) ?? new Map<number, Live>()
  known.set(host, found)
  return found
}

export const stoppedError = () => new AppError('BACKEND_TIMEOUT_ERROR', t('The query was stopped.'), { status: 499 })

/** Runs a query that `abort` can stop; and which stops when nobody has asked for it for `leftAfterMs`. */
export const runLive = async <T>(
  ctx: Reader,
  { id, leftAfterMs }: { id: number; leftAfterMs?: number | undefined },
  run: (live: Live) => Promise<T>,
): Promise<T> => {
  const queries = liveOf(ctx)
  const { promise: ended, resolve: end } = Promise.withResolvers<void>()
  const live: Live = { controller: new AbortController(), ended, askedAt: performance.now() }
  queries.set(id, live)
  const isLeft = () => leftAfterMs !== undefined && performance.now() - (live.askedAt ?? 0) > leftAfterMs
  const watch = leftAfterMs === undefined ? undefined : setInterval(() => isLeft() && abort(ctx, id), leftAfterMs / 4)
  try {
    return await run(live)
  } finally {
    clearInterval(watch)
    queries.delete(id)
    end()
  }
}

/** Stops a query at its engine, if it runs in this process. */
export const abort = (ctx: Reader, id: number): void => liveOf(ctx).get(id)?.controller.abort(stoppedError())

/** Waits until a query that runs in this process has ended, or until the signal. */
export const untilEnded = (ctx: Reader, id: number, signal: AbortSignal): Promise<void> => {
  const live = liveOf(ctx).get(id)
  if (!live || signal.aborted) return Promise.resolve()
  live.askedAt = performance.now()
  const { promise: given, resolve } = Promise.withResolvers<void>()
  signal.addEventListener('abort', () => resolve(), { once: true })
  return Promise.race([live.ended, given])
}

/** How far a query is: its place in the queue while it waits, then the rows read so far and the percentage that is done; nothing once it has ended. */
export const progressOf = (ctx: Reader, id: number): Progress => {
  const live = liveOf(ctx).get(id)
  if (!live) return {}
  live.askedAt = performance.now()
  const { place, rows, share } = live
  if (place) return { queue_place: place() }
  return { ...(rows !== undefined && { rows_so_far: rows }), ...(share !== undefined && { percent: Math.round(share * 100) }) }
}
