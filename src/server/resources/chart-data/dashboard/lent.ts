import { allowed } from '#core/access/can.ts'
import { closedDataset } from '#core/access/refusal.ts'
import type { Principal } from '#core/access/principal.ts'
import type { DashboardSubject } from '#core/access/subject.ts'
import { AppError } from '#core/errors.ts'
import { t } from '#core/i18n/t.ts'
import type { QueryContext, QueryObject, ResultType } from '#core/query/query-object.ts'
import { asList, asRecord } from '#core/query/read.ts'
import type { Context } from '../../../context.ts'
import { subjectOf } from '../../../access/subjects.ts'
import { isLentBy } from '../../dashboard/sources.ts'
import { conditionsOf, frozen, lentBy, shownBy, type Questions } from './lent-questions.ts'
import type { Source } from '../source.ts'

type Reader = Pick<Context, 'db' | 'now'>

/** The chart or filter of a dashboard that asks, as the form data of its request names it. */
type Asker = { dashboardId: number; kind: 'chart' | 'filter'; item: string }

const askerOf = (form: Record<string, unknown>): Asker | null => {
  const dashboardId = Number(form['dashboardId'] ?? form['dashboard_id'])
  if (!Number.isInteger(dashboardId) || dashboardId <= 0) return null
  const filter = form['native_filter_id']
  if (typeof filter === 'string') return { dashboardId, kind: 'filter', item: filter }
  const chart = Number(form['slice_id'])
  return Number.isInteger(chart) && chart > 0 ? { dashboardId, kind: 'chart', item: String(chart) } : null
}

/**
 * The dashboard that lends the dataset of a query: the asking chart or filter stands on it with this dataset, and was put there by
 * somebody who may read it.
 */
const lendingDashboard = async (ctx: Reader, context: QueryContext, { subject }: Source): Promise<DashboardSubject | null> => {
  const asker = askerOf(asRecord(context.form_data))
  const dashboard = asker && (await subjectOf(ctx.db, 'dashboard', asker.dashboardId))
  return dashboard && (await isLentBy(ctx, { ...asker, dashboard, dataset: subject })) ? dashboard : null
}

type Columns = ReadonlySet<string>

/** Rows; not the whole list of columns, and no rows with all of them. */
const lentResults: ReadonlySet<ResultType> = new Set(['full', 'results', 'post_processed', 'timegrains'])

/** The text of a query is shown to people of the product only. */
const isLent = (type: ResultType, principal: Principal): boolean =>
  lentResults.has(type) || (type === 'query' && principal.kind !== 'guest')

const resultTypesOf = (context: QueryContext): ResultType[] =>
  context.queries.map((query) => query.result_type ?? context.result_type ?? 'full')

/** Whether a filter's choices ask for the least or greatest of its own column. */
const isExtreme = (value: unknown, shown: ReadonlySet<string>): boolean => {
  const { expressionType, column } = asRecord(value)
  return expressionType === 'SIMPLE' && shown.has(frozen(asRecord(column)['column_name']))
}

const isAmong = ({ queries }: QueryContext, { kind, shown, conditions, clauses, layers }: Questions, columns: Columns): boolean =>
  queries.every(
    (query) =>
      shownBy(query).every((value) => shown.has(frozen(value)) || (kind === 'filter' && isExtreme(value, shown))) &&
      conditionsOf(query).every((text) => conditions.has(text)) &&
      (query.annotation_layers ?? []).every((layer) => layers.has(frozen(layer))) &&
      (query.filters ?? []).every((clause) => clauses.has(frozen(clause)) || columns.has(frozen(clause.col))) &&
      isTimeColumn(query, columns),
  )

const isTimeColumn = ({ granularity, granularity_sqla }: QueryObject, columns: Columns): boolean =>
  [granularity, granularity_sqla].every((name) => !name || columns.has(frozen(name)))

const asksWhatIsLent = async (ctx: Context, { context, principal }: Asked, { dataset }: Source): Promise<boolean> => {
  const asker = askerOf(asRecord(context.form_data))
  if (!asker || !resultTypesOf(context).every((type) => isLent(type, principal))) return false
  const { questions, filterable, choosesTimeColumn } = await lentBy(ctx, asker.dashboardId)
  const temporal = dataset.columns.filter((column) => column.is_dttm).map((column) => column.column_name)
  const time = choosesTimeColumn ? temporal : asList<string>(dataset.main_dttm_col)
  const own = questions.find(({ kind, item }) => kind === asker.kind && item === asker.item)
  return own !== undefined && isAmong(context, own, new Set([...filterable, ...time.map(frozen)]))
}

const guestRefusal = () =>
  new AppError('DASHBOARD_SECURITY_ACCESS_ERROR', t('Guest user cannot modify chart payload'), { status: 403, level: 'warning' })

/** `asked`: the name by which the request calls the dataset. */
type Asked = { context: QueryContext; principal: Principal; asked: number | string }

/**
 * Whoever reads a dataset through a dashboard asks what its charts and filters ask, and nothing else of the dataset. Embedded viewers
 * are held to that whatever their role may read.
 * @throws AppError 403
 */
export const demandLent = async (ctx: Context, asking: Asked, source: Source): Promise<void> => {
  const { context, principal, asked } = asking
  const isGuest = principal.kind === 'guest'
  const isOpen = allowed(principal, 'query', source.subject)
  if (isOpen && !isGuest) return
  const through = isOpen ? null : await lendingDashboard(ctx, context, source)
  if (!isOpen && !(through && allowed(principal, 'query', { ...source.subject, through }))) throw closedDataset(asked)
  if (!(await asksWhatIsLent(ctx, asking, source))) throw isGuest ? guestRefusal() : closedDataset(asked)
}
