import { AppError, BodyError, MessageError } from '#core/errors.ts'
import type { Principal } from '#core/access/principal.ts'
import { can } from '#core/access/can.ts'
import { buildQueryContext } from '#core/query/build-query-context.ts'
import { buildLegacyQueries, isLegacyType } from '#core/query/legacy/queries.ts'
import { readableForm } from '#core/query/legacy/readable-form.ts'
import type { FormData, QueryContext } from '#core/query/query-object.ts'
import { asList, asRecord } from '#core/query/read.ts'
import { checkQuery } from '#core/sql/check.ts'
import type { Deny } from '#core/sql/deny.ts'
import { t } from '#core/i18n/t.ts'
import { findChart } from '#charts/index.ts'
import { subjectOf } from '../../access/subjects.ts'
import type { Context } from '../../context.ts'
import { formDataOf } from '../chart/form-data.ts'
import { readQueryContext } from '../chart-data/request/read-request.ts'
import { missingControl } from './requirements.ts'

type Request = {
  principal: Principal
  query: { form_data?: string | undefined; slice_id?: string | undefined }
  body?: Record<string, unknown> | null | undefined
  /** From the path. */
  datasource?: { type: string; id: number }
}

/** Form data as an object or its JSON. @throws 400 */
export const parseForm = (value: unknown): Record<string, unknown> => {
  if (typeof value !== 'string') return asRecord(value)
  try {
    return asRecord(JSON.parse(value))
  } catch (cause) {
    throw new BodyError(400, { error: t('The form data is not valid JSON.') }, { cause })
  }
}

const savedForm = async (ctx: Context, principal: Principal, id: unknown): Promise<Record<string, unknown>> => {
  const chartId = Number(id)
  const subject = Number.isInteger(chartId) ? await subjectOf(ctx.db, 'chart', chartId) : null
  if (!subject || !can(principal, 'see', subject).allowed) throw new BodyError(404, { error: t('Chart not found') })
  const row = await ctx.db.selectFrom('charts').selectAll().where('id', '=', chartId).executeTakeFirst()
  return row ? formDataOf(row) : {}
}

const datasourceText = (value: unknown): string | null => (typeof value === 'string' && /^\d+__\w+$/.test(value) ? value : null)

/**
 * The form data of a request: of the body, else of the address; where it names a chart but no type, completed from the saved chart.
 * @throws 403 without a dataset, 404 for an unknown chart
 */
export const readForm = async (ctx: Context, { principal, query, body, datasource }: Request): Promise<FormData> => {
  const given = { ...parseForm(query.form_data), ...parseForm(body?.['form_data']) }
  const sliceId = given['slice_id'] ?? query.slice_id
  const isComplete = typeof given['viz_type'] === 'string'
  const form = isComplete || sliceId === undefined ? given : { ...(await savedForm(ctx, principal, sliceId)), ...given }
  const named = datasourceText(form['datasource']) ?? (datasource ? `${datasource.id}__${datasource.type}` : null)
  if (named === null) {
    const message = t('The dataset associated with this chart no longer exists')
    throw new AppError('FAILED_FETCHING_DATASOURCE_INFO_ERROR', message, { status: 403 })
  }
  const whole = { ...form, datasource: named, viz_type: String(form['viz_type'] ?? '') }
  return isLegacyType(whole.viz_type) ? readableForm(whole) : whole
}

const nothingDenied: Deny = { functions: new Set() }

/** Each SQL filter must be complete in itself: brackets must not close those of its neighbours. */
const requireWholeFilters = (form: FormData): void => {
  for (const { expressionType, sqlExpression } of asList(form['adhoc_filters']).map(asRecord)) {
    if (expressionType !== 'SQL' || typeof sqlExpression !== 'string') continue
    if ('refusal' in checkQuery(sqlExpression, 'standard', nothingDenied))
      throw new BodyError(400, { error: t('Invalid SQL clause: %(clause)s', { clause: sqlExpression }) })
  }
}

/** The queries of the form's chart type. @throws 400 for an unknown type, and for forms that ask for nothing */
export const contextOfForm = (form: FormData): QueryContext => {
  const chart = isLegacyType(form.viz_type) ? null : findChart(form.viz_type)
  if (chart === undefined)
    throw new BodyError(400, { error: t('Charts of the type “%(type)s” are not known here.', { type: form.viz_type }) })
  requireWholeFilters(form)
  const missing = missingControl(form)
  if (missing !== null) throw new BodyError(400, { error: missing })
  try {
    return readQueryContext(buildQueryContext(form, chart?.buildQuery ?? buildLegacyQueries))
  } catch (error) {
    if (error instanceof MessageError) throw new BodyError(400, { error: error.body }, { cause: error })
    if (!(error instanceof Error) || error instanceof TypeError || error instanceof BodyError || error instanceof AppError) throw error
    throw new BodyError(400, { error: error.message }, { cause: error })
  }
}
