import { useQuery } from '@tanstack/react-query'
import { datasourceSamples } from '#api/datasource.ts'
import { fromRows } from '#core/table.ts'
import { call } from '../../../data/call.ts'
import type { ExploreDataset } from './answer.ts'

/** Rows of the dataset, without aggregation. */
export const useSamples = (dataset: Pick<ExploreDataset, 'id' | 'type'>, enabled: boolean) =>
  useQuery({
    queryKey: ['samples', dataset.type, dataset.id],
    enabled,
    staleTime: 300_000,
    retry: false,
    queryFn: async ({ signal }) => {
      const { result } = await call(
        datasourceSamples,
        { query: { datasource_type: dataset.type, datasource_id: String(dataset.id), force: 'false' }, body: {} },
        { signal },
      )
      return fromRows(result.colnames, result.coltypes, result.data)
    },
  })
