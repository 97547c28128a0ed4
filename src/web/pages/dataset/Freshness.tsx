import { useQuery } from '@tanstack/react-query'
import { t } from '#core/i18n/t.ts'
import { cell } from '#core/table.ts'
import { readAnswer } from '../../frame/data/answer.ts'
import { fetchChartData } from '../../frame/data/fetch-chart-data.ts'
import { moment } from '../../lists/time/ago.ts'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'

const newest = 'newest'

const fetchNewest = async (id: number, time: string, signal: AbortSignal): Promise<string | null> => {
  const metric = { expressionType: 'SIMPLE' as const, aggregate: 'MAX', column: { column_name: time }, label: newest, hasCustomLabel: true }
  const { text } = await fetchChartData(
    {
      datasource: { id, type: 'table' },
      result_type: 'full',
      result_format: 'json',
      queries: [{ columns: [], metrics: [metric], filters: [], orderby: [], extras: { where: '', having: '' }, row_limit: 1 }],
    },
    { signal, timeoutMs: 20_000 },
  )
  const table = readAnswer(text, { durationMs: 0, timing: {}, receivedAt: 0 }).tables[0]
  const column = table?.columns.find(({ name }) => name === newest)
  const value = column && table && table.rowCount > 0 ? cell(column, 0) : null
  return value === null ? null : typeof value === 'number' ? new Date(value).toISOString() : String(value)
}

/** The newest value of the time column of a dataset. */
export const Freshness = ({ id, time }: { id: number; time: string | null }) => {
  const { data, isPending, isError } = useQuery({
    queryKey: ['newest row', id, time],
    enabled: time !== null,
    retry: false,
    staleTime: 60_000,
    queryFn: ({ signal }) => fetchNewest(id, time ?? '', signal),
  })
  if (time === null) return t('No time column')
  if (isError) return t('unknown')
  if (isPending) return <Skeleton width={96} />
  return data === null ? t('No rows') : moment(data)
}
