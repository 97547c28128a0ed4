import { isAllowed } from '#core/access/can.ts'
import { closedDataset } from '#core/access/refusal.ts'
import type { Principal } from '#core/access/principal.ts'
import type { ChartSubject, DashboardSubject } from '#core/access/subject.ts'
import { AppError } from '#core/errors.ts'
import { t } from '#core/i18n/t.ts'
import type { QueryContext, QueryObject, ResultType } from '#core/query/query-object.ts'
import { rowCountMetric } from '#core/query/drill/drill-to-detail.ts'
import { asList, asRecord } from '#core/query/read.ts'
import type { Context } from '../../../context.ts'
import { subjectOf } from '../../../access/subjects.ts'
import { isLentBy } from '../../dashboard/sources.ts'
import { columnOf, dimensionsOf } from './drill-by.ts'
import { conditionsOf, canonicalText, lentByChart, lentByDashboard, shownValues, type LentQuery } from './lent-queries.ts'
import { mayDrillBy, mayDrillToDetail } from './may-drill.ts'
import { sharedChartOf } from './shared-chart.ts'
import type { Source } from '../source.ts'

type Reader = Pick<Context, 'db' | 'now'>

/** The chart or filter of a dashboard that sent a request, according to its form data. */
type Requester = {
  dashboardId: number
  kind: 'chart' | 'filter'
  item: string
  /** It shows another dimension than the saved chart. */ drills: boolean
}

const requesterOf = (form: Record<string, unknown>): Requester | null => {
  const dashboardId = Number(form['dashboardId'] ?? form['dashboard_id'])
  if (!Number.isInteger(dashboardId) || dashboardId <= 0) return null
  const filter = form['native_filter_id']
  if (typeof filter === 'string') return { dashboardId, kind: 'filter', item: filter, drills: false }
  const drills = !Number(form['slice_id'])
  const chart = Number(form[drills ? 'chart_id' : 'slice_id'])
  return Number.isInteger(chart) && chart > 0 ? { dashboardId, kind: 'chart', item: String(chart), drills } : null
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

/** Guests may not see the SQL of a query. */
const isLentResult = (type: ResultType, principal: Principal): boolean =>
  lentResults.has(type) || (type === 'query' && principal.kind !== 'guest') || (type === 'drill_detail' && mayDrillToDetail(principal))

const resultTypesOf = (context: QueryContext): ResultType[] =>
  context.queries.map((query) => query.result_type ?? context.result_type ?? 'full')

/** Whether a viewer who may drill groups by a dimension of the dataset. */
const isDrilled = (value: unknown, dimensions: Columns): boolean => {
  const column = columnOf(value)
  return column !== null && dimensions.has(canonicalText(column))
}

/** Whether a filter queries the minimum or maximum of its own column. */
const isExtreme = (value: unknown, shown: ReadonlySet<string>): boolean => {
  const { expressionType, column } = asRecord(value)
  return expressionType === 'SIMPLE' && shown.has(canonicalText(asRecord(column)['column_name']))
}

/** Columns by which a viewer may filter, those by which they may group, and those that may be the time of a query. */
type Open = { columns: Columns; dimensions: Columns; times: Columns }

const isCovered = (
  { queries }: QueryContext,
  { kind, shown, conditions, clauses, layers }: LentQuery,
  { columns, dimensions, times }: Open,
): boolean =>
  queries.every(
    (query) =>
      shownValues(query).every(
        (value) => shown.has(canonicalText(value)) || isDrilled(value, dimensions) || (kind === 'filter' && isExtreme(value, shown)),
      ) &&
      conditionsOf(query).every((text) => conditions.has(text)) &&
      (query.annotation_layers ?? []).every((layer) => layers.has(canonicalText(layer))) &&
      (query.filters ?? []).every((clause) => clauses.has(canonicalText(clause)) || columns.has(canonicalText(clause.col))) &&
      isTimeColumn(query, times),
  )

const isTimeColumn = ({ granularity, granularity_sqla }: QueryObject, columns: Columns): boolean =>
  [granularity, granularity_sqla].every((name) => !name || columns.has(canonicalText(name)))

const timeColumnsOf = ({ dataset }: Source): string[] =>
  dataset.columns.flatMap(({ is_dttm, column_name }) => (is_dttm ? [column_name] : []))

/** The columns that a filter offers whose choices are columns; null for other filters and for charts. */
const offeredColumns = async (ctx: Reader, { dashboardId, kind, item }: Requester, source: Source): Promise<Columns | null> => {
  const { columnFilters, groupable } = await lentByDashboard(ctx, dashboardId)
  const type = kind === 'filter' ? columnFilters.get(item) : undefined
  if (!type) return null
  return type === 'filter_timecolumn' ? new Set(timeColumnsOf(source)) : (groupable.get(source.dataset.id) ?? null)
}

const isLentRequest = async (ctx: Context, { context, principal }: LentRequest, source: Source): Promise<boolean> => {
  const requester = requesterOf(asRecord(context.form_data))
  if (!requester || (requester.drills && !mayDrillBy(principal))) return false
  const { dataset } = source
  const types = resultTypesOf(context)
  if (types.every((type) => type === 'columns')) return (await offeredColumns(ctx, requester, source)) !== null
  if (!types.every((type) => isLentResult(type, principal))) return false
  const { queries: lentQueries, filterable, choosesTimeColumn, groupable } = await lentByDashboard(ctx, requester.dashboardId)
  const time = choosesTimeColumn ? timeColumnsOf(source) : asList<string>(dataset.main_dttm_col)
  const own = lentQueries.find(({ kind, item }) => kind === requester.kind && item === requester.item)
  if (!own) return false
  const grouping = own.kind === 'chart' ? [...(groupable.get(dataset.id) ?? [])].map(canonicalText) : []
  const shown = new Set([...own.shown, ...grouping, ...(mayDrillToDetail(principal) ? drillCount : [])])
  const drilled = requester.drills ? (await dimensionsOf(ctx, source)).map(({ column_name }) => canonicalText(column_name)) : []
  const columns = new Set([...filterable, ...time.map(canonicalText), ...drilled])
  return isCovered(context, { ...own, shown }, { columns, dimensions: new Set(drilled), times: columns })
}

const none: Columns = new Set()

/** Whether a request is a query of the chart as it is saved: a public link has no controls. */
const isOwnQuery = async (ctx: Context, { context, principal }: LentRequest, chart: ChartSubject): Promise<boolean> => {
  const { own, times } = await lentByChart(ctx, chart.id)
  const types = resultTypesOf(context)
  return (
    types.every((type) => isLentResult(type, principal) && type !== 'drill_detail') &&
    isCovered(context, own, { columns: none, dimensions: none, times })
  )
}

/** Who may see the rows may count them. */
const drillCount = new Set([canonicalText(rowCountMetric)])

const guestError = () => new AppError('DASHBOARD_SECURITY_ACCESS_ERROR', t('Guest user cannot modify chart payload'), { status: 403 })

/** `datasetRef`: the dataset's id or uuid in the request. */
type LentRequest = { context: QueryContext; principal: Principal; datasetRef: number | string }

/**
 * The dataset as a viewer reads it: where a dashboard lends it, a filter whose choices are columns offers those alone that it lends.
 * Restricts viewers who read a dataset only through a dashboard to the queries of its charts and filters. Guests are always restricted,
 * whatever their role may read.
 * @throws AppError 403
 */
export const requireLent = async (ctx: Context, request: LentRequest, source: Source): Promise<Source> => {
  const { context, principal, datasetRef } = request
  const isGuest = principal.kind === 'guest'
  const isOpen = isAllowed(principal, 'query', source.subject)
  if (isOpen && !isGuest) return source
  const chart = await sharedChartOf(ctx, { context, principal, dataset: source.subject })
  if (chart && isAllowed(principal, 'query', { ...source.subject, through: chart })) {
    if (!(await isOwnQuery(ctx, request, chart))) throw guestError()
    return source
  }
  const through = isOpen ? null : await findLendingDashboard(ctx, context, source)
  if (!isOpen && !(through && isAllowed(principal, 'query', { ...source.subject, through }))) throw closedDataset(datasetRef)
  if (!(await isLentRequest(ctx, request, source))) throw isGuest ? guestError() : closedDataset(datasetRef)
  const requester = requesterOf(asRecord(context.form_data))
  const offered = requester && (await offeredColumns(ctx, requester, source))
  if (!offered) return source
  const { dataset } = source
  return { ...source, dataset: { ...dataset, columns: dataset.columns.filter(({ column_name }) => offered.has(column_name)) } }
}
