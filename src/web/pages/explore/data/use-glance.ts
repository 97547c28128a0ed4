import { useQuery } from '@tanstack/react-query'
import { readAnswer } from '../../../frame/data/answer.ts'
import { fetchChartData } from '../../../frame/data/ask.ts'
import { noGlance } from '../state/choose-fields.ts'
import type { Glance } from '../state/choose-fields.ts'
import { glanceQuestion, readGlance } from './glance.ts'
import type { GlanceFacts } from './glance.ts'

export const askGlance = async (
  dataset: GlanceFacts,
  type: string,
  options: { signal?: AbortSignal; timeout?: number },
): Promise<Glance> => {
  const { text } = await fetchChartData(glanceQuestion(dataset, type), options)
  return readGlance(dataset, readAnswer(text, { durationMs: 0, timing: {}, receivedAt: 0 }).tables[0])
}

export const glanceKey = (dataset: GlanceFacts) => ['glance', dataset.id, dataset.columns.map((column) => column.column_name)] as const

/** A look at all columns of a dataset; one that takes long is given up: it is a comfort only. */
export const useGlance = (dataset: (GlanceFacts & { type: string }) | null, enabled: boolean): Glance => {
  const { data } = useQuery({
    queryKey: dataset ? glanceKey(dataset) : ['glance', null],
    enabled: enabled && dataset !== null,
    staleTime: 300_000,
    retry: false,
    queryFn: ({ signal }) => (dataset ? askGlance(dataset, dataset.type, { signal, timeout: 10_000 }) : noGlance),
  })
  return data ?? noGlance
}
