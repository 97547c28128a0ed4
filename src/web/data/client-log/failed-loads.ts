import { clientLog } from '#api/log.ts'
import { callRaw } from '../call.ts'

/** Events within this time are sent together. */
const collectMs = 1000

let collected: object[] = []
let timer: ReturnType<typeof setTimeout> | undefined

export type FailedLoad = {
  reason: 'abort' | 'timeout'
  sliceId: number | null | undefined
  dashboardId: number | null | undefined
  datasource: string
  startedAt: number
}

/** Reports a query of a chart that was aborted or timed out, together with others. */
export const reportFailedLoad = ({ reason, sliceId, dashboardId, datasource, startedAt }: FailedLoad): void => {
  const now = Date.now()
  collected.push({
    event_name: 'load_chart',
    source: dashboardId ? 'dashboard' : 'explore',
    slice_id: sliceId ?? null,
    dashboard_id: dashboardId ?? null,
    datasource,
    has_err: true,
    error_details: reason,
    ts: now,
    duration: now - startedAt,
  })
  timer ??= setTimeout(() => {
    timer = undefined
    const body = new URLSearchParams({ events: JSON.stringify(collected) })
    collected = []
    // A page that may not log, or is offline, goes on without.
    void callRaw(clientLog, { query: { explode: 'events' }, body }).catch(() => undefined)
  }, collectMs)
}
