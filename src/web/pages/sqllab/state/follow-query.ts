import { queryUpdatedSince, type QueryState } from '#api/query.ts'
import { call } from '../../../data/call.ts'
import { CallError } from '../../../data/call-error.ts'

const ended = new Set(['success', 'failed', 'stopped', 'timed_out'])

export const isUnfinished = ({ state }: Pick<QueryState, 'state'>): boolean => !ended.has(state)

const [minPauseMs, maxPauseMs] = [40, 1000]

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop)
      resolve()
    }, ms)
    signal.addEventListener('abort', stop, { once: true })
  })

/** Time of the last change; the answer leaves out its zone, which is UTC. */
const changedMs = ({ changed_on: time }: QueryState): number => Date.parse(time.endsWith('Z') ? time : `${time}Z`)

/** Follows a query until it has ended, also over breaks of the network. The pauses grow with the time it takes. */
export const followQuery = async (
  query: QueryState,
  { signal, onChange }: { signal: AbortSignal; onChange: (query: QueryState) => void },
): Promise<QueryState> => {
  const startedAt = Date.now()
  const since = Math.floor(changedMs(query)) - 1
  let current = query
  while (isUnfinished(current)) {
    await pause(Math.min(maxPauseMs, Math.max(minPauseMs, (Date.now() - startedAt) / 8)), signal)
    try {
      const { result } = await call(queryUpdatedSince, { q: { last_updated_ms: since } }, { signal })
      current = result.find(({ id }) => id === query.id) ?? current
      onChange(current)
    } catch (error) {
      const isTransient = error instanceof CallError && (error.status === 0 || error.status >= 500)
      if (!isTransient) throw error
      await pause(maxPauseMs, signal)
    }
  }
  return current
}
