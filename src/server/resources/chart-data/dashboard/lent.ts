import { allowed } from '#core/access/can.ts'
import { closedDataset } from '#core/access/refusal.ts'
import { hasPair, type Principal } from '#core/access/principal.ts'
import type { DashboardSubject } from '#core/access/subject.ts'
import { AppError } from '#core/errors.ts'
import { t } from '#core/i18n/t.ts'
import type { QueryContext, QueryObject, ResultType } from '#core/query/query-object.ts'
import { rowCountMetric } from '#core/query/drill/drill-to-detail.ts'
import { asList, asRecord } from '#core/query/read.ts'
import type { Context } from '../../../context.ts'
import { subjectOf } from '../../../access/subjects.ts'
import { isLentBy } from '../../dashboard/sources.ts'
import { conditionsOf, canonicalText, lentByDashboard, shownValues, type LentQuery } from './lent-queries.ts'
import type { Source } from '../source.ts'

type Reader = Pick<Context, 'db' | 'now'>

/** The chart or filter of a dashboard that sent a request, according to its form data. */
type Requester = { dashboardId: number; kind: 'chart' | 'filter'; item: string }

const requesterOf = (form: Record<string, unknown>): Requester | null => {
  const dashboardId = Number(form['dashboardId'] ?? form['dashboard_id'])
  if (!Number.isInteger(dashboardId) || dashboardId <= 0) return null
  const filter = form['native_filter_id']
  if (typeof filter === 'string') return { dashboardId, kind: 'filter', item: filter }
  const chart = Number(form['slice_id'])
  return Number.isInteger(chart) && chart > 0 ? { dashboardId, kind: 'chart', item: String(chart) } : null
}

/**
 * The dashboard that lends the query's dataset: it contains the requesting chart or filter with this dataset, placed there by a user who
 * may read the dataset.
 */
const findLendingDashboard = async (ctx: Reader, context: QueryContext, { subject }: Source): Promise<DashboardSubject | null> => {
  const requester = requesterOf(asRecord(context.form_data))
  const dashboard = requester && (await subjectOf(ctx.db, 'dashboard', requester.dashboardId))
  return dashboard && (await isLentBy(ctx, { ...requester, dashboard, dataset: subject })) ? dashboard : null
}

type Columns = ReadonlySet<string>

/** Result types with the chart's own rows: neither samples nor the list of columns. */
const lentResults: ReadonlySet<ResultType> = new Set(['full', 'results', 'post_processed', 'timegrains'])

/** Whether a guest may see the rows behind the figures of a chart. */
const mayDrill = (principal: Principal): boolean =>
  principal.kind === 'guest' && hasPair(principal, 'can_drill', 'Dashboard') && hasPair(principal, 'can_samples', 'Datasource')

/** Guests may not see the SQL of a query. */
const isLentResult = (type: ResultType, principal: Principal): boolean =>
  lentResults.has(type) || (type === 'query' && principal.kind !== 'guest') || (type === 'drill_detail' && mayDrill(principal))

const resultTypesOf = (context: QueryContext): ResultType[] =>
  context.queries.map((query) => query.result_type ?? context.result_type ?? 'full')

/** Whether a filter queries the minimum or maximum of its own column. */
const isExtreme = (value: unknown, shown: ReadonlySet<string>): boolean => {
  const { expressionType, column } = asRecord(value)
  return expressionType === 'SIMPLE' && shown.has(canonicalText(asRecord(column)['column_name']))
}

const isCovered = ({ queries }: QueryContext, { kind, shown, conditions, clauses, layers }: LentQuery, columns: Columns): boolean =>
  queries.every(
    (query) =>
      shownValues(query).every((value) => shown.has(canonicalText(value)) || (kind === 'filter' && isExtreme(value, shown))) &&
      conditionsOf(query).every((text) => conditions.has(text)) &&
      (query.annotation_layers ?? []).every((layer) => layers.has(canonicalText(layer))) &&
      (query.filters ?? []).every((clause) => clauses.has(canonicalText(clause)) || columns.has(canonicalText(clause.col))) &&
      isTimeColumn(query, columns),
  )

const isTimeColumn = ({ granularity, granularity_sqla }: QueryObject, columns: Columns): boolean =>
  [granularity, granularity_sqla].every((name) => !name || columns.has(canonicalText(name)))

const isLentRequest = async (ctx: Context, { context, principal }: LentRequest, { dataset }: Source): Promise<boolean> => {
  const requester = requesterOf(asRecord(context.form_data))
  if (!requester || !resultTypesOf(context).every((type) => isLentResult(type, principal))) return false
  const { queries: lentQueries, filterable, choosesTimeColumn } = await lentByDashboard(ctx, requester.dashboardId)
  const temporal = dataset.columns.filter((column) => column.is_dttm).map((column) => column.column_name)
  const time = choosesTimeColumn ? temporal : asList<string>(dataset.main_dttm_col)
  const own = lentQueries.find(({ kind, item }) => kind === requester.kind && item === requester.item)
  if (own === undefined) return false
  const shown = mayDrill(principal) ? own.shown.union(drillCount) : own.shown
  return isCovered(context, { ...own, shown }, new Set([...filterable, ...time.map(canonicalText)]))
}

/** Who may see the rows may count them. */
const drillCount = new Set([canonicalText(rowCountMetric)])

const guestError = () => new AppError('DASHBOARD_SECURITY_ACCESS_ERROR', t('Guest user cannot modify chart payload'), { status: 403 })

/** `datasetRef`: the dataset's id or uuid in the request. */
type LentRequest = { context: QueryContext; principal: Principal; datasetRef: number | string }

/**
 * Restricts viewers who read a dataset only through a dashboard to the queries of its charts and filters. Guests are always restricted,
 * whatever their role may read.
 * @throws AppError 403
 */
export const requireLent = async (ctx: Context, request: LentRequest, source: Source): Promise<void> => {
  const { context, principal, datasetRef } = request
  const isGuest = principal.kind === 'guest'
  const isOpen = allowed(principal, 'query', source.subject)
  if (isOpen && !isGuest) return
  const through = isOpen ? null : await findLendingDashboard(ctx, context, source)
  if (!isOpen && !(through && allowed(principal, 'query', { ...source.subject, through }))) throw closedDataset(datasetRef)
  if (!(await isLentRequest(ctx, request, source))) throw isGuest ? guestError() : closedDataset(datasetRef)
}
