import { AppError, MessageError } from '#core/errors.ts'
import { t } from '#core/i18n/t.ts'
import { timeoutError } from './errors.ts'
import { HostLost, JobFailed } from '../process.ts'
import type { HostError, Job } from '../protocol.ts'

/** The error of an engine or the host about a statement. `summary` is Superset's typed text where there is one. */
export class EngineError extends AppError {
  readonly summary: string | undefined

  constructor({ type, message, summary, status, extra }: HostError) {
    super(type, message, { status, extra })
    this.name = 'EngineError'
    this.summary = summary
  }
}

export const catalogTimeoutMs = 30_000

export const timeLimit = (job: Job): number => ('limits' in job ? job.limits.timeoutMs : catalogTimeoutMs)

const lostError = (loss: HostLost, job: Job, memoryMb: number): AppError => {
  if (!loss.culprit) {
    return new AppError('GENERIC_BACKEND_ERROR', t('The query could not be finished because its host was restarted. Try again.'), {
      status: 503,
    })
  }
  if (loss.reason === 'memory') {
    const text = t('The query needed more than %(limit)s MB of memory and was stopped.', { limit: memoryMb })
    return new EngineError({ type: 'RESULT_TOO_LARGE_ERROR', message: text })
  }
  if (loss.reason === 'exit') {
    return new EngineError({ type: 'GENERIC_DB_ENGINE_ERROR', message: t('The query crashed the database engine and was stopped.') })
  }
  return timeoutError(timeLimit(job))
}

/** What the caller of the query host shall see of a failure. */
export const asError = (error: unknown, job: Job, memoryMb: number): unknown => {
  if (error instanceof JobFailed) {
    const { bare, status = 400, message } = error.error
    return bare ? new MessageError(status, message) : new EngineError(error.error)
  }
  return error instanceof HostLost ? lostError(error, job, memoryMb) : error
}
