import { AppError } from '#core/errors.ts'
import { t } from '#core/i18n/t.ts'
import type { Context } from '../../../context.ts'

/** Queries that run in this process, by id, with what stops them. */
const known = new WeakMap<Context['host'], Map<number, AbortController>>()

const liveOf = ({ host }: Pick<Context, 'host'>): Map<number, AbortController> => {
  const found = known.get(host) ?? new Map<number, AbortController>()
  known.set(host, found)
  return found
}

export const stoppedError = () => new AppError('BACKEND_TIMEOUT_ERROR', t('The query was stopped.'), { status: 499 })

/** Runs a query that `abort` can stop. */
export const runLive = async <T>(ctx: Pick<Context, 'host'>, id: number, run: (controller: AbortController) => Promise<T>): Promise<T> => {
  const live = liveOf(ctx)
  const controller = new AbortController()
  live.set(id, controller)
  try {
    return await run(controller)
  } finally {
    live.delete(id)
  }
}

/** Stops a query at its engine, if it runs in this process. */
export const abort = (ctx: Pick<Context, 'host'>, id: number): void => liveOf(ctx).get(id)?.abort(stoppedError())
