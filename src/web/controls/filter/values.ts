import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { QueryContext } from '#core/query/query-object.ts'
import { cell } from '#core/table.ts'
import { fetchChartData } from '../../frame/data/fetch-chart-data.ts'
import { readAnswer } from '../../frame/data/answer.ts'
import type { Surface } from '../control-props.ts'

/** A value of a column and how many rows have it. */
export type ValueCount = { value: string | number | boolean | null; count: number }
export type Values = { values: ValueCount[]; /** Rows without a value. */ blank: number; /** Not all values are listed. */ isCut: boolean }

/** Values looked up at a time. */
export const valueLimit = 1000
const countLabel = '__rows'

/** The question for the values of a column by their frequency, narrowed by a typed text. */
export const valuesQuestion = (datasource: Surface['datasource'], column: string, search: string): QueryContext => {
  const rows = { expressionType: 'SQL' as const, sqlExpression: 'COUNT(*)', label: countLabel, hasCustomLabel: true }
  return {
    datasource,
    result_type: 'full',
    result_format: 'json',
    queries: [
      {
        columns: [column],
        metrics: [rows],
        orderby: [[rows, false]],
        filters: search === '' ? [] : [{ col: column, op: 'ILIKE', val: `%${search}%` }],
        extras: { where: '', having: '' },
        row_limit: valueLimit,
        order_desc: true,
      },
    ],
  }
}

export const readValues = (text: string): Values => {
  const [table] = readAnswer(text, { durationMs: 0, timing: {}, receivedAt: 0 }).tables
  const [names, counts] = [table?.columns[0], table?.columns.find((column) => column.name === countLabel)]
  if (!table || !names || !counts) return { values: [], blank: 0, isCut: false }
  const all = Array.from({ length: table.rowCount }, (_, row): ValueCount => {
    const exact = 'exact' in names ? names.exact?.[row] : null
    return { value: exact ?? (cell(names, row) as ValueCount['value']), count: Number(cell(counts, row) ?? 0) }
  })
  return {
    values: all.filter(({ value }) => value !== null),
    blank: all.filter(({ value }) => value === null).reduce((sum, { count }) => sum + count, 0),
    isCut: table.rowCount >= valueLimit,
  }
}

/** The values of a column with their row counts; looked up only where the dataset allows it. */
export const useValues = (surface: Surface, column: string | null, search: string) =>
  useQuery({
    queryKey: ['column-values', surface.datasource, column, search],
    enabled: column !== null && surface.offersValues,
    staleTime: 300_000,
    retry: false,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) =>
      readValues((await fetchChartData(valuesQuestion(surface.datasource, column ?? '', search), { signal })).text),
  })
