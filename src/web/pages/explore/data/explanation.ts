import { skipToken, useQuery } from '@tanstack/react-query'
import type { Explanation } from '#api/chart-answer.ts'
import { chartData } from '#api/chart-data.ts'
import type { QueryContext } from '#core/query/query-object.ts'
import { fetchChartData } from '../../../frame/data/fetch-chart-data.ts'
import { queryKeyOf } from '#charts/query-key.ts'
import { readAnswerOf } from '../../../data/wire/read-answer.ts'

const read = (text: string): (Explanation | null)[] => readAnswerOf(chartData, text).result.map(({ explain }) => explain ?? null)

/** The explanation of each query, fetched again for every answer; null where there is none. */
export const useExplanation = (question: QueryContext | null, answeredAt: number | null) =>
  useQuery({
    queryKey: ['explanation', question && queryKeyOf(question), answeredAt],
    staleTime: Infinity,
    retry: false,
    queryFn:
      question === null || answeredAt === null
        ? skipToken
        : async ({ signal }) => read((await fetchChartData({ ...question, result_type: 'query' }, { signal, explain: true })).text),
  })
