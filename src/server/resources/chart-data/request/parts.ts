import { closedDataset } from '#core/access/refusal.ts'
import type { Principal } from '#core/access/principal.ts'
import { notFound } from '#core/errors.ts'
import { asRecord } from '#core/query/read.ts'
import type { QueryContext, QueryObject, ResultType } from '#core/query/query-object.ts'
import type { Context } from '../../../context.ts'
import { canKnowOfAbsence } from '../../../access/require-dataset.ts'
import { demandLent } from '../dashboard/lent.ts'
import { prepareQuery, type Ask, type Prepared } from '../prepare/prepare.ts'
import { rowRules } from '../prepare/rules.ts'
import { findSource, type Source } from '../source.ts'

/** One query of a context, ready to run. */
export type Part = {
  query: QueryObject
  resultType: ResultType
  source: Source
  /** Null for answers without rows, and for a query that is only shown and has none. */
  prepared: Prepared | null
  error: unknown
}

type Asked = {
  context: QueryContext
  principal: Principal
  /** Without a limit of rows. */
  everyRow?: boolean
}

const withRows: ReadonlySet<ResultType> = new Set(['full', 'results', 'samples', 'drill_detail', 'post_processed'])

/** Whether the answer holds rows; the others tell about a query or its dataset. */
export const hasRows = ({ resultType }: Pick<Part, 'resultType'>): boolean => withRows.has(resultType)

/** The dataset that a query asks, when the viewer may read it there. */
const openSource = async (ctx: Context, asked: Asked, query: QueryObject | null): Promise<Source> => {
  const { context, principal } = asked
  const ref = query?.datasource ?? context.datasource
  const source = await findSource(ctx, ref)
  if (!source) throw canKnowOfAbsence(principal, ref.id) ? notFound() : closedDataset(ref.id)
  await demandLent(ctx, { context, principal, asked: ref.id }, source)
  return source
}

const prepared = async (ctx: Context, source: Source, ask: Ask): Promise<Pick<Part, 'prepared' | 'error'>> => {
  try {
    return { prepared: await prepareQuery(ctx, source, ask), error: null }
  } catch (error) {
    if (ask.resultType !== 'query') throw error
    return { prepared: null, error }
  }
}

/** @throws what the first query that cannot be is refused with */
export const partsOf = async (ctx: Context, asked: Asked): Promise<Part[]> => {
  const { context, principal, everyRow = false } = asked
  const parts: Part[] = []
  if (!context.queries.length) await openSource(ctx, asked, null)
  for (const query of context.queries) {
    const resultType = query.result_type ?? context.result_type ?? 'full'
    const source = await openSource(ctx, asked, query)
    const part = { query, resultType, source }
    if (resultType === 'columns' || resultType === 'timegrains') {
      parts.push({ ...part, prepared: null, error: null })
      continue
    }
    const rules = await rowRules(ctx, principal, source)
    const xAxis = asRecord(context.form_data)['x_axis']
    parts.push({ ...part, ...(await prepared(ctx, source, { query, resultType, principal, rules, xAxis, everyRow })) })
  }
  return parts
}
