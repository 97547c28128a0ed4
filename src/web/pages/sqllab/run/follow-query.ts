import { queryUpdatedSince, type QueryState } from '#api/query.ts'
import { call } from '../../../data/call.ts'
import { CallError } from '../../../data/call-error.ts'
import { pause } from './pause.ts'

const ended = new Set(['success', 'failed', 'stopped', 'timed_out'])

export const isUnfinished = ({ state }: Pick<QueryState, 'state'>): boolean => !ended.has(state)

const [minPauseMs, maxPauseMs] = [40, 1000]

/** Time of the last change; the answer leaves out its zone, which is UTC. */
const changedMs = ({ changed_on: time }: QueryState): number => Date.parse(time.endsWith('Z') ? time : `${time}Z`)

/** Requests that wait at the server for the end of a query: a browser opens only few connections, and Stop needs one. */
const maxWaiting = 2
let waiting = 0

/** Queries that changed. The server answers when this one has ended, or after a while; at once where too many requests wait. */
const askFor = async (id: string, since: number, signal: AbortSignal): Promise<QueryState[]> => {
  const waits = waiting < maxWaiting
  if (waits) waiting++
  try {
    const q = { last_updated_ms: since, ...(waits && { until_ended: id }) }
    return (await call(queryUpdatedSince, { q }, { signal })).result
  } finally {
    if (waits) waiting--
  }
}

/** Follows a query until it has ended, also over breaks of the network. The longer it takes, the less often it is asked for. */
export const followQuery = async (
  query: QueryState,
  { signal, onChange }: { signal: AbortSignal; onChange: (query: QueryState) => void },
): Promise<QueryState> => {
  const startedAt = Date.now()
  const since = Math.floor(changedMs(query)) - 1
  let current = query
  while (isUnfinished(current)) {
    signal.throwIfAborted()
    const askedAt = Date.now()
    try {
      const result = await askFor(query.id, since, signal)
      current = result.find(({ id }) => id === query.id) ?? current
      onChange(current)
    } catch (error) {
      const isTransient = error instanceof CallError && (error.status === 0 || error.status >= 500)
      if (!isTransient) throw error
      await pause(maxPauseMs, signal)
    }
    const pauseMs = Math.min(maxPauseMs, Math.max(minPauseMs, (askedAt - startedAt) / 8)) - (Date.now() - askedAt)
    if (pauseMs > 0 && isUnfinished(current)) await pause(pauseMs, signal)
  }
  return current
}
