import { useQuery } from '@tanstack/react-query'
import { datasetDrillInfo } from '#api/dataset.ts'
import { parseDatasource } from '#core/query/build-query-context.ts'
import { call } from '../../../data/call.ts'

export type Dimension = { name: string; label: string }

/** The columns that charts of a dataset may group by. */
export const useDimensions = (datasource: string) =>
  useQuery({
    queryKey: ['drill-info', datasource],
    staleTime: 300_000,
    retry: false,
    queryFn: async ({ signal }): Promise<Dimension[]> => {
      const { result } = await call(datasetDrillInfo, { params: { pk: Number(parseDatasource(datasource).id) } }, { signal })
      return (result?.columns ?? []).map(({ column_name, verbose_name }) => ({ name: column_name, label: verbose_name || column_name }))
    },
  })
