import { chartData } from '#api/chart-data.ts'
import { t } from '#core/i18n/t.ts'
import type { QueryContext } from '#core/query/query-object.ts'
import { callRaw } from '../../data/call.ts'
import { CallError } from '../../data/call-error.ts'
import { readTiming } from './answer.ts'

/** The browser stopped waiting for a response. */
export class ChartTimeout extends Error {
  readonly seconds: number

  constructor(seconds: number) {
    super(t.plural(seconds, 'No answer within %(count)s second', 'No answer within %(count)s seconds'))
    this.name = 'ChartTimeout'
    this.seconds = seconds
  }
}

export type FetchOptions = {
  signal?: AbortSignal | undefined
  timeoutMs?: number
  force?: boolean
  /** A cached result may have expired by this much. */
  maxStaleSeconds?: number
  sliceId?: number | null
  dashboardId?: number | null
  /** Comments in the SQL explain it. */
  explain?: boolean
}

export type FetchedText = {
  text: string
  timing: Record<string, number>
  /** The result has expired: a fresh one has to be fetched. */
  isStale: boolean
}

/** Returns the text of the response and the server's timing. Throws CallError, ChartTimeout or AbortError. */
export const fetchChartData = async (question: QueryContext, options: FetchOptions = {}): Promise<FetchedText> => {
  const { signal, timeoutMs = 60_000, force = false, maxStaleSeconds = 0, sliceId, dashboardId, explain = false } = options
  const timeoutSignal = AbortSignal.timeout(timeoutMs)
  try {
    const response = await callRaw(
      chartData,
      {
        query: {
          form_data: sliceId ? JSON.stringify({ slice_id: sliceId }) : undefined,
          dashboard_id: dashboardId ?? undefined,
          force: force || undefined,
          explain: explain ? 'true' : undefined,
        },
        body: force ? { ...question, force } : question,
      },
      {
        signal: signal ? AbortSignal.any([signal, timeoutSignal]) : timeoutSignal,
        ...(maxStaleSeconds > 0 && { headers: { 'cache-control': `max-stale=${maxStaleSeconds}` } }),
      },
    )
    if (response.status !== 200)
      throw new CallError(response.status, null, t('Received unexpected response status (%s) while fetching chart data', [response.status]))
    const text = await response.text()
    const serverTiming = response.headers.get('server-timing')
    return { text, timing: readTiming(serverTiming), isStale: serverTiming?.includes('cache;desc=stale') ?? false }
  } catch (error) {
    if (timeoutSignal.aborted && !signal?.aborted) throw new ChartTimeout(Math.round(timeoutMs / 1000))
    throw error
  }
}
