import type { DatasourceRef, QueryContext } from '#core/query/query-object.ts'
import type { Principal } from '#core/access/principal.ts'
import type { Context } from '../../context.ts'
import { runQueryContext } from '../chart-data/run.ts'

/** Limit of the values that a filter offers. */
const maxValues = 10_000

type Row = Record<string, unknown>

/** Keeps the digits of numbers that a double cannot represent. */
const keepLongNumbers = (_key: string, value: unknown, context?: { source?: string }): unknown =>
  typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value) && context?.source
    ? (JSON as unknown as { rawJSON(text: string): unknown }).rawJSON(context.source)
    : value

type Viewer = { ctx: Context; principal: Principal; signal: AbortSignal }

/** The rows of a query, run with the viewer's rights. */
const rowsOf = async ({ ctx, principal, signal }: Viewer, context: QueryContext): Promise<Row[]> => {
  const { bytes } = await runQueryContext(ctx, {
    context: { ...context, result_type: 'results', result_format: 'json' },
    principal,
    signal,
    encoding: 'identity',
  })
  const answer = JSON.parse(new TextDecoder().decode(bytes), keepLongNumbers) as { result: { data: Row[] }[] }
  return answer.result[0]?.data ?? []
}

export const readValues = async (asked: Viewer, datasource: DatasourceRef, column: string): Promise<unknown[]> => {
  const query = { columns: [column], metrics: [], row_limit: maxValues, apply_fetch_values_predicate: true }
  const context = { datasource, queries: [query] } as unknown as QueryContext
  return (await rowsOf(asked, context)).map((row) => row[column] ?? null)
}
