import type { QueryContext } from '#core/query/query-object.ts'
import type { Principal } from '#core/access/principal.ts'
import type { Context } from '../../context.ts'
import { runQueryContext } from '../chart-data/run.ts'

/** Values of one column that a filter input offers at most. */
const valueLimit = 10_000

type Row = Record<string, unknown>

/** Digits that a double cannot hold pass through as they are. */
const exact = (_key: string, value: unknown, context?: { source?: string }): unknown =>
  typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value) && context?.source
    ? (JSON as unknown as { rawJSON(text: string): unknown }).rawJSON(context.source)
    : value

type Asked = { ctx: Context; principal: Principal; signal: AbortSignal }

/** Rows of a query on a dataset, with the viewer's rights. */
const rowsOf = async ({ ctx, principal, signal }: Asked, context: QueryContext): Promise<Row[]> => {
  const { bytes } = await runQueryContext(ctx, {
    context: { ...context, result_type: 'results', result_format: 'json' },
    principal,
    signal,
    encoding: 'identity',
  })
  const answer = JSON.parse(new TextDecoder().decode(bytes), exact) as { result: { data: Row[] }[] }
  return answer.result[0]?.data ?? []
}

export const valuesOf = async (asked: Asked, datasetId: number, column: string): Promise<unknown[]> => {
  const query = { columns: [column], metrics: [], row_limit: valueLimit, apply_fetch_values_predicate: true }
  const context = { datasource: { id: datasetId, type: 'table' }, queries: [query] } as unknown as QueryContext
  return (await rowsOf(asked, context)).map((row) => row[column] ?? null)
}
