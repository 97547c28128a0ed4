import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { RefObject } from 'react'
import type { Chart, OwnState } from '#charts/chart.ts'
import type { FormData, QueryContext } from '#core/query/query-object.ts'
import { t } from '#core/i18n/t.ts'
import { hasFeature } from '../../data/feature-flags.ts'
import { readAnswer } from './answer.ts'
import type { ChartAnswer } from './answer.ts'
import type { FailedLoad } from '../../data/client-log/failed-loads.ts'
import { ChartTimeout, fetchChartData, type FetchedText } from './fetch-chart-data.ts'
import { takeFirstAnswer } from './first-answers.ts'
import { distanceFromViewport, limitChartRequests } from './limiter.ts'
import { queryKeyOf, buildChartQuery } from '#charts/query-key.ts'

export type ChartDataStatus = 'idle' | 'loading' | 'done' | 'failed' | 'stopped'

/** The data of a chart and the state of its request. `answer` always belongs to the current query. */
export type ChartData = {
  status: ChartDataStatus
  answer: ChartAnswer | undefined
  error: unknown
  /** When the running request was sent, in epoch ms; null if none is running. */
  startedAt: number | null
  queryContext: QueryContext | null
  stop: () => void
  /** Fetches again, bypassing all caches. */
  refresh: () => void
  /** Fetches again after a failure or a stop, with a longer timeout if given. */
  retry: (timeoutMs?: number) => void
}

export type ChartDataOptions = {
  sliceId?: number | null | undefined
  dashboardId?: number | null | undefined
  /** False while the chart is far from the viewport or its form is invalid. */
  enabled?: boolean
  /** State that the chart's user interface adds to the query, such as the page of a table. */
  ownState?: OwnState | undefined
  /** The first request bypasses the caches (`force` in the URL). */
  force?: boolean
  /** The first result may have expired by this much. A fresh one is then fetched in the background. */
  maxStaleSeconds?: number
  /** The element of the chart: visible charts are fetched first. */
  element?: RefObject<Element | null>
}

const defaultTimeoutMs = 60_000

/** Logged with code that is loaded for the first such query. */
const reportFailedLoad = (load: FailedLoad) =>
  void import('../../data/client-log/failed-loads.ts').then((code) => code.reportFailedLoad(load)).catch(() => undefined)

/** The response that the page carries for a query, in a task of its own: drawing all charts in one would block the page. */
const answerOfPage = (key: string | null) => {
  const text = key === null ? null : takeFirstAnswer(key)
  return text === null ? null : new Promise<FetchedText>((resolve) => setTimeout(resolve, 0, { text, timing: {}, isStale: false }))
}

type BuiltQuery = { key: string; queryContext: QueryContext } | { key: null; queryContext: null; error: unknown }

const buildQuery = (form: FormData, chart: Chart, ownState: OwnState | undefined): BuiltQuery => {
  try {
    const question = buildChartQuery(form, chart, ownState)
    return { key: queryKeyOf(question), queryContext: question }
  } catch (error) {
    return { key: null, queryContext: null, error }
  }
}

/** Fetches the data of a chart. Equal queries share one result; a different query aborts the last. */
export const useChartData = (form: FormData, chart: Chart, options: ChartDataOptions = {}): ChartData => {
  const { sliceId, dashboardId, enabled = true, force = false, maxStaleSeconds = 0, ownState, element } = options
  const client = useQueryClient()
  const built = useMemo(() => buildQuery(form, chart, ownState), [form, chart, ownState])
  const [stoppedKey, setStoppedKey] = useState<string | null>(null)
  const [since, setSince] = useState<number | null>(null)
  const forceNext = useRef(force)
  const firstMaxStale = useRef(maxStaleSeconds)
  /** The query that the user refreshed: its loading state is shown. */
  const [refreshedKey, setRefreshedKey] = useState<string | null>(null)
  const timeoutMs = useRef(defaultTimeoutMs)
  const queryKey = useMemo(() => ['chart-data', built.key] as const, [built.key])
  const isStopped = stoppedKey !== null && stoppedKey === built.key

  const query = useQuery({
    queryKey,
    enabled: enabled && built.key !== null && !isStopped,
    staleTime: Infinity,
    ...(hasFeature('CLIENT_CACHE') && { gcTime: Infinity }),
    retry: false,
    queryFn: async ({ signal }): Promise<ChartAnswer> => {
      const isForced = forceNext.current
      forceNext.current = false
      const allowed = firstMaxStale.current
      firstMaxStale.current = 0
      const started = Date.now()
      setSince(started)
      const { text, timing, isStale } = await limitChartRequests(
        () =>
          (isForced ? null : answerOfPage(built.key)) ??
          fetchChartData(built.queryContext as QueryContext, {
            signal,
            timeoutMs: timeoutMs.current,
            force: isForced,
            maxStaleSeconds: allowed,
            sliceId: sliceId ?? null,
            dashboardId: dashboardId ?? null,
          }).catch((error: unknown) => {
            const reason = signal.aborted ? 'abort' : error instanceof ChartTimeout && 'timeout'
            if (reason) reportFailedLoad({ reason, sliceId, dashboardId, datasource: form.datasource, startedAt: started })
            throw error
          }),
        { signal, distance: element && (() => distanceFromViewport(element.current)) },
      )
      timeoutMs.current = defaultTimeoutMs
      return { ...readAnswer(text, { durationMs: Date.now() - started, timing, receivedAt: Date.now() }), isStale }
    },
  })
  const isReplacingStale = query.data?.isStale === true && refreshedKey !== built.key
  const isRunning = query.isFetching && !isReplacingStale

  const stop = useCallback(() => {
    setStoppedKey(built.key)
    void client.cancelQueries({ queryKey, exact: true })
  }, [client, queryKey, built.key])
  const { refetch } = query
  const shouldReplaceStale = enabled && isReplacingStale && !query.isFetching && !query.isError
  useEffect(() => {
    if (shouldReplaceStale) void refetch({ cancelRefetch: false })
  }, [shouldReplaceStale, refetch])
  const fetchAgain = useCallback(() => {
    setRefreshedKey(built.key)
    setStoppedKey(null)
    void refetch({ cancelRefetch: true })
  }, [refetch, built.key])
  const refresh = useCallback(() => {
    forceNext.current = true
    fetchAgain()
  }, [fetchAgain])
  const retry = useCallback(
    (longer = defaultTimeoutMs) => {
      timeoutMs.current = longer
      fetchAgain()
    },
    [fetchAgain],
  )

  const error = built.key === null ? built.error : isStopped ? new Error(t('Updating chart was stopped')) : query.error
  const status: ChartDataStatus =
    built.key === null
      ? 'failed'
      : isStopped
        ? 'stopped'
        : isRunning
          ? 'loading'
          : query.isError
            ? 'failed'
            : query.isSuccess
              ? 'done'
              : 'idle'
  return { status, answer: query.data, error, startedAt: isRunning ? since : null, queryContext: built.queryContext, stop, refresh, retry }
}
