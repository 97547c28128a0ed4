import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { chosenMasks } from '#core/filters/values/pending-masks.ts'
import { extraOfParents } from '#core/filters/settings/dependencies.ts'
import { filterQuestion } from '#core/filters/values/filter-question.ts'
import type { NativeFilter } from '#core/filters/native-filter.ts'
import { fetchChartData } from '../../../../../frame/data/ask.ts'
import { createLimiter } from '../../../../../frame/data/lanes.ts'
import { queryKeyOf } from '../../../../../frame/data/query-key.ts'
import { useDashboard } from '../../../state/dashboard-context.ts'
import { useList } from '../../../state/use-list.ts'
import { readOffer, type FilterOffer } from './filter-answer.ts'

/** Filters ask one after the other, beside the connections of the charts: charts never wait for them. */
const limitFilterRequests = createLimiter(1)

export const filterOfferKey = (dashboardId: number) => ['filter-offer', dashboardId] as const

export type FilterOfferState = {
  offer: FilterOffer | undefined
  /** The question without the search; another one means that parents or settings changed. */
  questionKey: string
  isLoading: boolean
  error: unknown
  retry: () => void
}

/** What a filter offers under the chosen values of its parents, narrowed by a search at the server. */
export const useFilterOffer = (filter: NativeFilter, search = ''): FilterOfferState => {
  const dashboardId = useDashboard((state) => state.kept.id)
  const urlParams = useDashboard((state) => state.urlParams)
  const parents = useList((state) => {
    const chosen = chosenMasks(state.masks)
    return filter.cascadeParentIds.flatMap((id) => chosen[id] ?? [])
  })
  const place = useMemo(
    () => ({ dashboardId, urlParams, extra: extraOfParents(filter, Object.fromEntries(parents.map((mask) => [mask.id, mask]))) }),
    [dashboardId, urlParams, filter, parents],
  )
  const all = useMemo(() => filterQuestion(filter, place), [filter, place])
  const questionKey = useMemo(() => (all ? queryKeyOf(all) : ''), [all])
  const listed = useOffer(filter, { questionKey, question: all, search: '' }, dashboardId)
  const kind = listed.data?.columnKind
  const narrowed = useMemo(
    () => (search === '' ? null : filterQuestion(filter, place, { text: search, kind })),
    [filter, place, search, kind],
  )
  const found = useOffer(filter, { questionKey, question: narrowed, search }, dashboardId)
  const shown = search === '' ? listed : found
  return {
    offer: search === '' ? listed.data : (found.data ?? listed.data),
    questionKey,
    isLoading: shown.isFetching,
    error: shown.error,
    retry: () => void shown.refetch(),
  }
}

type Asked = { questionKey: string; question: ReturnType<typeof filterQuestion>; search: string }

const useOffer = (filter: NativeFilter, { questionKey, question, search }: Asked, dashboardId: number) =>
  useQuery({
    queryKey: [...filterOfferKey(dashboardId), filter.id, questionKey, search],
    enabled: question !== null,
    staleTime: Infinity,
    retry: false,
    // While a person types, the last values stay; those of other parents never do.
    placeholderData: (last: FilterOffer | undefined, query) => (query?.queryKey[3] === questionKey && search !== '' ? last : undefined),
    queryFn: async ({ signal }) => {
      if (!question) throw new Error('nothing to ask')
      const ask = () => fetchChartData(question, { signal, dashboardId })
      const { text } = await (search === '' ? limitFilterRequests(ask, { signal }) : ask())
      return readOffer(filter.filterType, text)
    },
  })
