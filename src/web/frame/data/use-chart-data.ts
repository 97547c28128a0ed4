import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { RefObject } from 'react'
import type { Chart, OwnState } from '#charts/chart.ts'
import type { FormData, QueryContext } from '#core/query/query-object.ts'
import { t } from '#core/i18n/t.ts'
import { readAnswer } from './answer.ts'
import type { ChartAnswer } from './answer.ts'
import { askChartData } from './ask.ts'
import { fromSight, inChartLane } from './lanes.ts'
import { keyOf, questionOf } from './query-key.ts'

export type ChartDataStatus = 'idle' | 'loading' | 'done' | 'failed' | 'stopped'

/** The data of a chart and where its request stands. `answer` belongs to the present question only. */
export type ChartData = {
  status: ChartDataStatus
  answer: ChartAnswer | undefined
  error: unknown
  /** When the running request was sent, epoch ms; null when none runs. */
  since: number | null
  question: QueryContext | null
  stop: () => void
  /** Asks again past every cache. */
  refresh: () => void
  /** Asks again after a failure or a stop; a longer limit where the last one ran out. */
  retry: (timeout?: number) => void
}

export type ChartDataOptions = {
  sliceId?: number | null | undefined
  dashboardId?: number | null | undefined
  /** false while the chart is far from the viewport or its form is not fit to be asked. */
  enabled?: boolean
  /** What a person's reading of the chart asks of the query: the page of a paged table. */
  ownState?: OwnState | undefined
  /** The first request asks past the caches (`force` in the address). */
  force?: boolean
  /** s; the first answer may be past its time by so much. The fresh one then comes by itself, while the chart stands as done. */
  maxStale?: number
  /** Where the chart stands: those in sight are asked for first. */
  place?: RefObject<Element | null>
}

const limit = 60_000

type Asked = { key: string; question: QueryContext } | { key: null; question: null; error: unknown }

const ask = (form: FormData, chart: Chart, ownState: OwnState | undefined): Asked => {
  try {
    const question = questionOf(form, chart, ownState)
    return { key: keyOf(question), question }
  } catch (error) {
    return { key: null, question: null, error }
  }
}

/** Asks for the data of a chart. The question is the key: equal questions share one answer, another one aborts the last. */
export const useChartData = (form: FormData, chart: Chart, options: ChartDataOptions = {}): ChartData => {
  const { sliceId, dashboardId, enabled = true, force = false, maxStale = 0, ownState, place } = options
  const client = useQueryClient()
  const asked = useMemo(() => ask(form, chart, ownState), [form, chart, ownState])
  const [stopped, setStopped] = useState<string | null>(null)
  const [since, setSince] = useState<number | null>(null)
  const forced = useRef(force)
  const stale = useRef(maxStale)
  /** The question that a person had asked again: that may be seen. */
  const [renewed, setRenewed] = useState<string | null>(null)
  const timeout = useRef(limit)
  const queryKey = useMemo(() => ['chart-data', asked.key] as const, [asked.key])
  const isStopped = stopped !== null && stopped === asked.key

  const query = useQuery({
    queryKey,
    enabled: enabled && asked.key !== null && !isStopped,
    staleTime: Infinity,
    retry: false,
    queryFn: async ({ signal }): Promise<ChartAnswer> => {
      const isForced = forced.current
      forced.current = false
      const allowed = stale.current
      stale.current = 0
      const started = Date.now()
      setSince(started)
      const { text, timing, isStale } = await inChartLane(
        () =>
          askChartData(asked.question as QueryContext, {
            signal,
            timeout: timeout.current,
            force: isForced,
            maxStale: allowed,
            sliceId: sliceId ?? null,
            dashboardId: dashboardId ?? null,
          }),
        { signal, distance: place && (() => fromSight(place.current)) },
      )
      timeout.current = limit
      return { ...readAnswer(text, { ms: Date.now() - started, timing, at: Date.now() }), isStale }
    },
  })
  const isFreshening = query.data?.isStale === true && renewed !== asked.key
  const isRunning = query.isFetching && !isFreshening

  const stop = useCallback(() => {
    setStopped(asked.key)
    void client.cancelQueries({ queryKey, exact: true })
  }, [client, queryKey, asked.key])
  const { refetch } = query
  const isDue = enabled && isFreshening && !query.isFetching && !query.isError
  useEffect(() => {
    if (isDue) void refetch({ cancelRefetch: false })
  }, [isDue, refetch])
  const refresh = useCallback(() => {
    forced.current = true
    setRenewed(asked.key)
    setStopped(null)
    void refetch({ cancelRefetch: true })
  }, [refetch, asked.key])
  const retry = useCallback(
    (longer = limit) => {
      timeout.current = longer
      setRenewed(asked.key)
      setStopped(null)
      void refetch({ cancelRefetch: true })
    },
    [refetch, asked.key],
  )

  const error = asked.key === null ? asked.error : isStopped ? new Error(t('Updating chart was stopped')) : query.error
  const status: ChartDataStatus =
    asked.key === null
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
  return { status, answer: query.data, error, since: isRunning ? since : null, question: asked.question, stop, refresh, retry }
}
