import { chartData } from '#api/chart-data.ts'
import { t } from '#core/i18n/t.ts'
import type { QueryContext } from '#core/query/query-object.ts'
import { callRaw } from '../../data/call.ts'
import type { CallInput } from '../../data/call.ts'
import { readTiming } from './answer.ts'

/** The browser gave up waiting. */
export class ChartTimeout extends Error {
  readonly seconds: number

  constructor(seconds: number) {
    super(t.plural(seconds, 'No answer within %(count)s second', 'No answer within %(count)s seconds'))
    this.name = 'ChartTimeout'
    this.seconds = seconds
  }
}

export type AskOptions = {
  signal?: AbortSignal | undefined
  /** ms */
  timeout?: number
  force?: boolean
  /** s; an answer of the cache may be past its time by so much. */
  maxStale?: number
  sliceId?: number | null
  dashboardId?: number | null
  /** Statements come with their explanation. */
  explain?: boolean
}

type Asked = {
  text: string
  timing: Record<string, number>
  /** Past its time: a fresh one is still to be asked for. */
  isStale: boolean
}

/** Sends a question and gives back the answer's text and the server's phases. Throws CallError, ChartTimeout, or an abort. */
export const askChartData = async (question: QueryContext, options: AskOptions = {}): Promise<Asked> => {
  const { signal, timeout = 60_000, force = false, maxStale = 0, sliceId, dashboardId, explain = false } = options
  const late = AbortSignal.timeout(timeout)
  try {
    const response = await callRaw(
      chartData,
      {
        query: {
          form_data: sliceId ? JSON.stringify({ slice_id: sliceId }) : undefined,
          dashboard_id: dashboardId ?? undefined,
          force: force || undefined,
          explain: explain || undefined,
        } as unknown as NonNullable<CallInput<typeof chartData>['query']>,
        body: (force ? { ...question, force } : question) as unknown as NonNullable<CallInput<typeof chartData>['body']>,
      },
      {
        signal: signal ? AbortSignal.any([signal, late]) : late,
        ...(maxStale > 0 && { headers: { 'cache-control': `max-stale=${maxStale}` } }),
      },
    )
    const text = await response.text()
    const laps = response.headers.get('server-timing')
    return { text, timing: readTiming(laps), isStale: laps?.includes('cache;desc=stale') ?? false }
  } catch (error) {
    if (late.aborted && !signal?.aborted) throw new ChartTimeout(Math.round(timeout / 1000))
    throw error
  }
}
