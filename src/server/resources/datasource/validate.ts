import { MessageError, notFound } from '#core/errors.ts'
import { ownValue } from '#core/encoding/own-keys.ts'
import { findFaultPlace } from './find-fault.ts'
import { userOf, type Principal } from '#core/access/principal.ts'
import type { DatasourceRef, QueryObject } from '#core/query/query-object.ts'
import type { Context } from '../../context.ts'
import { faultText } from '../chart-data/prepare/fault-text.ts'
import { prepareQuery } from '../chart-data/prepare/prepare.ts'
import { sourceOf } from '../chart-data/request/parts.ts'

type Viewer = { ctx: Context; principal: Principal; signal: AbortSignal }

const count = { expressionType: 'SQL', sqlExpression: 'COUNT(*)', label: 'count' }

/** A minimal query with the expression in its place, by the type of the expression. */
const queries: Record<string, (text: string) => object> = {
  column: (text) => ({ columns: [{ expressionType: 'SQL', sqlExpression: text, label: 'test_column' }], metrics: [] }),
  metric: (text) => ({ columns: [], metrics: [{ expressionType: 'SQL', sqlExpression: text, label: 'test_metric' }] }),
  where: (text) => ({ columns: [], metrics: [count], extras: { where: text } }),
  having: (text) => ({ columns: [], metrics: [count], extras: { having: text } }),
}

/** @throws MessageError 400 for an unknown type of expression */
export const queryOfExpression = (text: string, type: string): QueryObject => {
  const query = ownValue(queries, type)
  if (query) return query(text) as QueryObject
  throw new MessageError(400, `Invalid expression type: ${type}. Valid types are: ${Object.keys(queries).join(', ')}`)
}

/** Validates an expression on a dataset: checks and compiles it, and lets the engine describe it without running it. */
export const findExpressionFaults = async (
  { ctx, principal, signal }: Viewer,
  datasource: DatasourceRef,
  { text, query }: { text: string; query: QueryObject },
) => {
  try {
    const source = await sourceOf(ctx, datasource, principal)
    if (!source) throw notFound()
    const { compiled, fetches } = await prepareQuery(ctx, source, {
      query,
      resultType: 'full',
      xAxis: undefined,
      principal,
      rules: [],
    })
    const { catalog, schema } = source.dataset
    const job = { kind: 'describe', connection: source.connection, sql: compiled.sql, catalog, schema, fetches } as const
    await ctx.host.run(job, { signal, user: String(userOf(principal)?.id ?? '') })
    return []
  } catch (error) {
    const message = faultText(error)
    const { line, from, to } = findFaultPlace(text, message) ?? { line: 1, from: 0, to: text.length }
    return [{ message, line_number: line, start_column: from, end_column: to }]
  }
}
