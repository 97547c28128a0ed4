import type { QueryState } from '#api/query.ts'
import { sqllabFollow } from '#api/sqllab.ts'
import { call } from '../../../data/call.ts'
import { CallError } from '../../../data/call-error.ts'
import { pause } from './pause.ts'
import type { Started } from './start-query.ts'

const ended = new Set(['success', 'failed', 'stopped', 'timed_out'])

export const isUnfinished = ({ state }: Pick<QueryState, 'state'>): boolean => !ended.has(state)

const [minPauseMs, maxPauseMs] = [40, 1000]

/** How long the server waits for the end of a query before it tells how far that is. */
const waitMs = 1000

/** Requests that wait at the server for the end of a query: a browser opens only few connections, and Stop needs one. */
const maxWaiting = 2
let waiting = 0

/** The result of a query that has ended. The server answers at once where too many requests wait. */
const askFor = async (id: string, signal: AbortSignal): Promise<Started> => {
  const waits = waiting < maxWaiting
  if (waits) waiting++
  try {
    return await call(sqllabFollow, { params: { client_id: id }, q: { wait_ms: waits ? waitMs : 0 } }, { signal })
  } finally {
    if (waits) waiting--
  }
}

/**
 * Follows a query to its result, or to the state in which it has ended without one, also over breaks of the network. The longer it takes,
 * the less often it is asked for.
 */
export const followQuery = async (
  id: string,
  { signal, onChange }: { signal: AbortSignal; onChange: (query: QueryState) => void },
): Promise<Started> => {
  const startedAt = Date.now()
  for (;;) {
    signal.throwIfAborted()
    const askedAt = Date.now()
    try {
      const answer = await askFor(id, signal)
      if ('data' in answer || !isUnfinished(answer.query)) return answer
      onChange(answer.query)
    } catch (error) {
      const isTransient = error instanceof CallError && (error.status === 0 || error.status >= 500)
      if (!isTransient) throw error
      await pause(maxPauseMs, signal)
    }
    const pauseMs = Math.min(maxPauseMs, Math.max(minPauseMs, (askedAt - startedAt) / 8)) - (Date.now() - askedAt)
    if (pauseMs > 0) await pause(pauseMs, signal)
  }
}
