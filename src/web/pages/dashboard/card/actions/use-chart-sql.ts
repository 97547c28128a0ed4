import { skipToken, useQuery } from '@tanstack/react-query'
import { chartData } from '#api/chart-data.ts'
import { readAnswerOf } from '../../../../data/wire/read-answer.ts'
import { fetchChartData } from '../../../../frame/data/fetch-chart-data.ts'
import { queryKeyOf } from '#charts/query-key.ts'
import type { ChartData } from '../../../../frame/data/use-chart-data.ts'

/** The statements of a chart: of its answer, else asked for, as of a chart whose query failed. */
export const useChartSql = ({ answer, queryContext }: Pick<ChartData, 'answer' | 'queryContext'>) => {
  const asked = useQuery({
    queryKey: ['statements', queryContext && queryKeyOf(queryContext)],
    retry: false,
    queryFn:
      answer || !queryContext
        ? skipToken
        : async ({ signal }) => {
            const { text } = await fetchChartData({ ...queryContext, result_type: 'query' }, { signal })
            return readAnswerOf(chartData, text).result.map(({ query }) => query ?? '')
          },
  })
  const known = answer?.queries.map(({ sql }) => sql) ?? asked.data
  return { statements: known?.map((sql) => sql.trim()), error: asked.error, retry: () => void asked.refetch() }
}
