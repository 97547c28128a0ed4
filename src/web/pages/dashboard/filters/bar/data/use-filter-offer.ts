import { useQuery, type QueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { chosenMasks } from '#core/filters/values/pending-masks.ts'
import { extraOfParents } from '#core/filters/settings/dependencies.ts'
import { canSearch, filterQuestion, histogramQuestion } from '#core/filters/values/filter-question.ts'
import { readBins } from '#charts/histogram_v2/bins.ts'
import type { NativeFilter } from '#core/filters/native-filter.ts'
import type { QueryContext } from '#core/query/query-object.ts'
import { fetchChartData } from '../../../../../frame/data/fetch-chart-data.ts'
import { createLimiter } from '../../../../../frame/data/limiter.ts'
import { queryKeyOf } from '#charts/query-key.ts'
import { useDashboard, useMount } from '../../../state/dashboard-context.ts'
import { useList } from '../../../state/use-list.ts'
import { readFirstTable, readOffer, type FilterOffer, type FilterOption } from './filter-answer.ts'

/** Filters ask one after the other, beside the connections of the charts: charts never wait for them. */
export const limitFilterRequests = createLimiter(1)

/** The order of waiting requests: charts wait for a filter that takes its first value by itself; a histogram is only looked at. */
const turns = { first: 0, usual: 1, picture: 2 }
const turnOf = ({ requiredFirst }: NativeFilter): number => (requiredFirst ? turns.first : turns.usual)

export const filterOfferKey = (dashboardId: number) => ['filter-offer', dashboardId] as const

export type FilterOfferState = {
  offer: FilterOffer | undefined
  /** Another question means that parents or settings changed. */
  questionKey: string
  isLoading: boolean
  error: unknown
  retry: () => void
}

/** Where a filter asks: its dashboard, and what the chosen values of its parents add. */
const useFilterPlace = (filter: NativeFilter) => {
  const dashboardId = useDashboard((state) => state.serverFields.id)
  const urlParams = useDashboard((state) => state.urlParams)
  const parents = useList((state) => {
    const chosen = chosenMasks(state.masks)
    return filter.cascadeParentIds.flatMap((id) => chosen[id] ?? [])
  })
  return useMemo(
    () => ({ dashboardId, urlParams, extra: extraOfParents(filter, Object.fromEntries(parents.map((mask) => [mask.id, mask]))) }),
    [dashboardId, urlParams, filter, parents],
  )
}

type QueryRun = { signal: AbortSignal; client: QueryClient; queryKey: readonly unknown[] }

/** Asks the server, past the caches if this was last answered before all charts were refreshed past them. */
const useAsk = () => {
  const { store, cards } = useMount()
  return (question: QueryContext, { signal, client, queryKey }: QueryRun) => {
    const askedAt = client.getQueryState(queryKey)?.dataUpdatedAt ?? 0
    const dashboardId = store.getState().serverFields.id
    return fetchChartData(question, { signal, dashboardId, force: askedAt < cards.state.getState().forcedAt })
  }
}

/** So many rows have a number between these. */
export type HistogramBar = { from: number; to: number; count: number }

const noBars: HistogramBar[] = []

/** How the numbers of a range filter spread, once the ends of its data are known. Without an answer there is no histogram. */
export const useHistogram = (filter: NativeFilter, isWanted: boolean): HistogramBar[] => {
  const place = useFilterPlace(filter)
  const { dashboardId } = place
  const ask = useAsk()
  const question = useMemo(() => (isWanted ? histogramQuestion(filter, place) : null), [filter, place, isWanted])
  const { data = noBars } = useQuery({
    queryKey: [...filterOfferKey(dashboardId), filter.id, question ? queryKeyOf(question) : '', 'histogram'],
    enabled: question !== null,
    staleTime: Infinity,
    retry: false,
    queryFn: async (run) => {
      if (!question) return noBars
      const { text } = await limitFilterRequests(() => ask(question, run), { signal: run.signal, distance: () => turns.picture })
      const { bins, groups } = readBins(readFirstTable(text), { groupby: [] })
      return bins.map(({ from, to }, i) => ({ from, to, count: groups[0]?.values[i] ?? 0 }))
    },
  })
  return data
}

/** What a filter offers under the chosen values of its parents. */
export const useFilterOffer = (filter: NativeFilter): FilterOfferState => {
  const place = useFilterPlace(filter)
  const question = useMemo(() => filterQuestion(filter, place), [filter, place])
  const questionKey = useMemo(() => (question ? queryKeyOf(question) : ''), [question])
  const { data, isFetching, error, refetch } = useOffer(filter, { questionKey, question, search: '' }, place.dashboardId)
  return { offer: data, questionKey, isLoading: isFetching, error, retry: () => void refetch() }
}

/** What the server finds by a text among the values of a filter; nothing is asked for an empty text. */
export const useFilterSearch = (filter: NativeFilter, text: string, { questionKey, offer }: FilterOfferState) => {
  const place = useFilterPlace(filter)
  const kind = offer?.columnKind
  const question = useMemo(
    () => (canSearch({ text, kind }) ? filterQuestion(filter, place, { text, kind }) : null),
    [filter, place, text, kind],
  )
  const { data, isFetching, isPlaceholderData, error, refetch } = useOffer(
    filter,
    { questionKey, question, search: text },
    place.dashboardId,
  )
  return {
    /** Those of the last text until the answer comes. */
    options: data?.options ?? noOptions,
    isAnswered: question !== null && data !== undefined && !isPlaceholderData,
    isLoading: isFetching,
    error,
    retry: () => void refetch(),
  }
}

const noOptions: FilterOption[] = []

type Asked = { questionKey: string; question: ReturnType<typeof filterQuestion>; search: string }

const useOffer = (filter: NativeFilter, { questionKey, question, search }: Asked, dashboardId: number) => {
  const ask = useAsk()
  return useQuery({
    // Without a question it is none of those that are answered, so that refreshing them leaves it alone.
    queryKey: [...filterOfferKey(dashboardId), filter.id, questionKey, question && search],
    enabled: question !== null,
    staleTime: Infinity,
    retry: false,
    // While a person types, the last values stay; those of other parents never do.
    placeholderData: (last: FilterOffer | undefined, query) => (query?.queryKey[3] === questionKey && search !== '' ? last : undefined),
    queryFn: async (run) => {
      if (!question) throw new Error('nothing to ask')
      const fetch = () => ask(question, run)
      const { text } = await (search === '' ? limitFilterRequests(fetch, { signal: run.signal, distance: () => turnOf(filter) }) : fetch())
      return readOffer(filter.filterType, text)
    },
  })
}
