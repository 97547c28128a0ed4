import { useQuery } from '@tanstack/react-query'
import { datasetDrillInfo } from '#api/dataset.ts'
import { parseDatasource } from '#core/query/build-query-context.ts'
import { call } from '../../../data/call.ts'

/** What drilling needs to know of a dataset: its name, who answers for it, and the columns that charts may group by. */
export const useDrillInfo = (datasource: string) =>
  useQuery({
    queryKey: ['drill-info', datasource],
    staleTime: 300_000,
    retry: false,
    queryFn: ({ signal }) => call(datasetDrillInfo, { params: { pk: Number(parseDatasource(datasource).id) } }, { signal }),
  })

export type Dimension = { name: string; label: string }

/** The columns that charts of a dataset may group by. */
export const useDimensions = (datasource: string) => {
  const { data, error, refetch } = useDrillInfo(datasource)
  const dimensions = data?.result?.columns.map(({ column_name, verbose_name }): Dimension => ({
    name: column_name,
    label: verbose_name || column_name,
  }))
  return { dimensions: data && (dimensions ?? []), error, refetch }
}
