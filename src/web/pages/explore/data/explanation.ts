import { useQuery } from '@tanstack/react-query'
import type { QueryContext } from '#core/query/query-object.ts'
import { fetchChartData } from '../../../frame/data/ask.ts'
import { queryKeyOf } from '../../../frame/data/query-key.ts'
import { parseJson } from '../../../data/wire/parse-json.ts'

export type ExplainedFilter = {
  column: string | null
  op: string
  val: unknown
  from: 'chart' | 'dashboard' | 'dataset' | 'row_level_security'
  applied: boolean
}

export type ExplainedStep = { step: 'main' | 'offset' | 'post_processing'; offset?: string; operation?: string }

export type LastRun = {
  ran_on: string
  phases_ms: Record<string, number>
  rows: number
  rows_scanned: number | null
  shared: boolean
}

/** What the server tells of a query beside its SQL. */
export type Explanation = {
  steps: ExplainedStep[]
  filters: ExplainedFilter[]
  cache: { state: 'fresh' | 'stale' | 'none'; age_seconds: number | null; timeout: number }
  last_run: LastRun | null
}

const read = (text: string): (Explanation | null)[] =>
  (parseJson(text) as { result: { explain?: Explanation }[] }).result.map(({ explain }) => explain ?? null)

/** One explanation per query of a question, asked anew for every answer; null where the server has none. */
export const useExplanation = (question: QueryContext | null, answeredAt: number | null) =>
  useQuery({
    queryKey: ['explanation', question && queryKeyOf(question), answeredAt],
    enabled: question !== null && answeredAt !== null,
    staleTime: Infinity,
    retry: false,
    queryFn: async ({ signal }) => {
      const { text } = await fetchChartData({ ...(question as QueryContext), result_type: 'query' }, { signal, explain: true })
      return read(text)
    },
  })
