import { chartData } from '#api/chart-data.ts'
import { t } from '#core/i18n/t.ts'
import type { QueryContext } from '#core/query/query-object.ts'
import { callRaw } from '../data/call.ts'
import type { CallInput } from '../data/call.ts'
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
  sliceId?: number | null
  dashboardId?: number | null
}

/** Sends a question and gives back the answer's text and the server's phases. Throws CallError, ChartTimeout, or an abort. */
export const askChartData = async (
  question: QueryContext,
  options: AskOptions = {},
): Promise<{ text: string; timing: Record<string, number> }> => {
  const { signal, timeout = 60_000, force = false, sliceId, dashboardId } = options
  const late = AbortSignal.timeout(timeout)
  try {
    const response = await callRaw(
      chartData,
      {
        query: {
          form_data: sliceId ? JSON.stringify({ slice_id: sliceId }) : undefined,
          dashboard_id: dashboardId ?? undefined,
          force: force || undefined,
        } as unknown as NonNullable<CallInput<typeof chartData>['query']>,
        body: (force ? { ...question, force } : question) as unknown as NonNullable<CallInput<typeof chartData>['body']>,
      },
      { signal: signal ? AbortSignal.any([signal, late]) : late },
    )
    const text = await response.text()
    return { text, timing: readTiming(response.headers.get('server-timing')) }
  } catch (error) {
    if (late.aborted && !signal?.aborted) throw new ChartTimeout(Math.round(timeout / 1000))
    throw error
  }
}
