import { closedDataset } from '#core/access/refusal.ts'
import type { Principal } from '#core/access/principal.ts'
import { notFound } from '#core/errors.ts'
import { withUsualTimeColumn } from '#core/filters/settings/time-column.ts'
import { asRecord } from '#core/query/read.ts'
import type { DatasourceRef, QueryContext, QueryObject, ResultType } from '#core/query/query-object.ts'
import type { Context } from '../../../context.ts'
import { canKnowOfAbsence } from '../../../access/require-dataset.ts'
import { requireLent } from '../dashboard/lent.ts'
import { withoutRuleText } from '../prepare/broken-rules.ts'
import { prepareQuery, type PrepareInput, type Prepared } from '../prepare/prepare.ts'
import { rowRules } from '../prepare/rules.ts'
import { findSource, type Source } from '../source.ts'
import { findQuerySource, isQueryType } from './query-source.ts'

/** One query of a context, ready to run. */
export type Part = {
  query: QueryObject
  resultType: ResultType
  source: Source
  /** Null for results without rows, and for a query whose SQL is requested but cannot be prepared. */
  prepared: Prepared | null
  error: unknown
}

type PartsInput = {
  context: QueryContext
  principal: Principal
  /** Whether to ignore the row limit. */
  allRows?: boolean
}

const withRows: ReadonlySet<ResultType> = new Set(['full', 'results', 'samples', 'drill_detail', 'post_processed'])

/** Whether the result has rows; others describe a query or its dataset. */
export const hasRows = ({ resultType }: Pick<Part, 'resultType'>): boolean => withRows.has(resultType)

/** The dataset, or the statement of SQL Lab, that a request names; null if there is none. */
export const sourceOf = (ctx: Context, { id, type }: DatasourceRef, principal: Principal): Promise<Source | null> =>
  isQueryType(type) ? findQuerySource(ctx, { id, type }, principal) : findSource(ctx, { id, type }, principal)

/** The dataset of a query. @throws 403 or 404 when the viewer may not run this query on it */
const openSource = async (ctx: Context, input: PartsInput, query: QueryObject | null): Promise<Source> => {
  const { context, principal } = input
  const ref = query?.datasource ?? context.datasource
  const source = await sourceOf(ctx, ref, principal)
  if (!source) throw canKnowOfAbsence(principal, ref.id) ? notFound() : closedDataset(ref.id)
  return requireLent(ctx, { context, principal, datasetRef: ref.id }, source)
}

const tryPrepare = async (ctx: Context, source: Source, input: PrepareInput): Promise<Pick<Part, 'prepared' | 'error'>> => {
  try {
    return { prepared: await prepareQuery(ctx, source, input), error: null }
  } catch (error) {
    const told = await withoutRuleText(ctx, { source, viewer: input }, error)
    if (input.resultType !== 'query') throw told
    return { prepared: null, error: told }
  }
}

/** Prepares all queries of a context. @throws the error of the first that fails */
export const prepareParts = async (ctx: Context, input: PartsInput): Promise<Part[]> => {
  const { context, principal, allRows = false } = input
  const form = asRecord(context.form_data)
  const parts: Part[] = []
  if (!context.queries.length) await openSource(ctx, input, null)
  for (const asked of context.queries) {
    const resultType = asked.result_type ?? context.result_type ?? 'full'
    const source = await openSource(ctx, input, asked)
    const query = 'native_filter_id' in form ? withUsualTimeColumn(asked, source.dataset) : asked
    const part = { query, resultType, source }
    if (resultType === 'columns' || resultType === 'timegrains') {
      parts.push({ ...part, prepared: null, error: null })
      continue
    }
    const rules = await rowRules(ctx, principal, source)
    const xAxis = form['x_axis']
    parts.push({ ...part, ...(await tryPrepare(ctx, source, { query, resultType, principal, rules, xAxis, allRows })) })
  }
  return parts
}
