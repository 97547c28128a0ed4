import { AppError } from '#core/errors.ts'
import { t } from '#core/i18n/t.ts'
import type { Context } from '../../../context.ts'

/** A query that runs in this process: what stops it, and how far it is. */
export type Live = {
  controller: AbortController
  /** Its place in the queue, from 1, while it waits. */
  place?: (() => number) | undefined
  /** Rows read so far. */
  rows?: number
}

const known = new WeakMap<Context['host'], Map<number, Live>>()

type Reader = Pick<Context, 'host'>

const liveOf = ({ host }: Reader): Map<number, Live> => {
  const found = known.get(host) ?? new Map<number, Live>()
  known.set(host, found)
  return found
}

export const stoppedError = () => new AppError('BACKEND_TIMEOUT_ERROR', t('The query was stopped.'), { status: 499 })

/** Runs a query that `abort` can stop. */
export const runLive = async <T>(ctx: Reader, id: number, run: (live: Live) => Promise<T>): Promise<T> => {
  const queries = liveOf(ctx)
  const live: Live = { controller: new AbortController() }
  queries.set(id, live)
  try {
    return await run(live)
  } finally {
    queries.delete(id)
  }
}

/** Stops a query at its engine, if it runs in this process. */
export const abort = (ctx: Reader, id: number): void => liveOf(ctx).get(id)?.controller.abort(stoppedError())

/** How far a query is: its place in the queue while it waits, then the rows read so far; nothing once it has ended. */
export const progressOf = (ctx: Reader, id: number): { queue_place?: number; rows_so_far?: number } => {
  const { place, rows } = liveOf(ctx).get(id) ?? {}
  if (place) return { queue_place: place() }
  return rows === undefined ? {} : { rows_so_far: rows }
}
