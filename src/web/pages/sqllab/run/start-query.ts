import type { RouteInput, RouteResult } from '#api/declare/route.ts'
import { queryUpdatedSince } from '#api/query.ts'
import { sqllabExecute } from '#api/sqllab.ts'
import { call } from '../../../data/call.ts'
import { CallError } from '../../../data/call-error.ts'
import { pause } from './pause.ts'

/** A query that goes on, or the result of a short one. */
export type Started = RouteResult<typeof sqllabExecute>

const [againMs, maxBreakMs] = [1000, 10_000]

/** How far the clocks of browser and server may differ. */
const maxSkewMs = 3_600_000

const findStarted = async (clientId: string, startedMs: number, signal: AbortSignal): Promise<Started | null> => {
  const { result } = await call(queryUpdatedSince, { q: { last_updated_ms: startedMs - maxSkewMs } }, { signal })
  const query = result.find(({ id }) => id === clientId)
  return query ? { query } : null
}

/**
 * Starts a query. Over a short break of the network the request is sent again. The server takes each client id once, so that the query
 * does not run twice: if it refuses the id, the first request had arrived, and the query is found among those of the user.
 */
export const startQuery = async (
  body: RouteInput<typeof sqllabExecute>['body'] & { client_id: string },
  signal: AbortSignal,
): Promise<Started> => {
  const startedMs = Date.now()
  let wasBroken = false
  for (;;) {
    try {
      return await call(sqllabExecute, { body }, { signal })
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      const found = wasBroken && error.status === 409 ? await findStarted(body.client_id, startedMs, signal) : null
      if (found) return found
      if (error.status !== 0 || Date.now() - startedMs > maxBreakMs) throw error
      wasBroken = true
    }
    await pause(againMs, signal)
  }
}
